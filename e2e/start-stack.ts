import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@waypost/testing'
import { prepareStart } from './prepare-start.ts'

export interface Stack {
  dashboardUrl: string
  automationUrl: string
  aliasUrl: string
  smtpUrl: string
  demo: { email: string; password: string }
  /** The URLs of the databases, by service. */
  databases: { accounts: string }
  /** What its processes have logged so far, in lines. */
  readLogs(): Promise<string[]>
  stop(): Promise<void>
}

const start = fileURLToPath(new URL('../stack/start.ts', import.meta.url))

/** Starts the whole product as `pnpm start` does, with its bundled Postgres, on separate ports. */
export async function runStart(environment: Record<string, string> = {}): Promise<Stack> {
  const own = await prepareStart()
  const child = spawn(process.execPath, [start], {
    env: { ...own.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const readLogs = async () => {
    const logs = path.join(own.directory, 'logs')
    const texts = (await readdir(logs)).map((name) => readFile(path.join(logs, name), 'utf8'))
    return (await Promise.all(texts)).flatMap((text) => text.split('\n').filter((line) => line !== ''))
  }
  const stop = async () => {
    const ended = child.exitCode === null && once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(own.directory, { recursive: true, force: true })
  }
  try {
    await waitFor(
      'the stack to come up',
      () => {
        if (child.exitCode !== null) throw new Error(`start ended:\n${output}`)
        return output.includes('Ctrl-C stops everything')
      },
      110_000,
    )
    const urls = JSON.parse(await readFile(path.join(own.directory, 'stack.json'), 'utf8')) as Omit<
      Stack,
      'readLogs' | 'stop'
    >
    return { ...urls, readLogs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
