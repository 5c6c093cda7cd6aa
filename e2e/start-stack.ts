import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, waitFor } from '@waypost/testing'
import { findFreePort } from '../stack/free-ports.ts'

export interface Stack {
  dashboardUrl: string
  automationUrl: string
  aliasUrl: string
  smtpUrl: string
  demo: { email: string; password: string }
  stop(): Promise<void>
}

const start = fileURLToPath(new URL('../stack/start.ts', import.meta.url))
const ports = ['DASHBOARD_PORT', 'AUTOMATION_PORT', 'ALIAS_PORT', 'DISPATCHER_PORT', 'SMTP_PORT']

/** The whole product as `pnpm start` starts it, on ports and in a database of its own. */
export async function startStack(environment: Record<string, string> = {}): Promise<Stack> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-'))
  const database = await createTestDatabase()
  const free = await Promise.all(ports.map(async (name) => [name, String(await findFreePort())]))
  const child = spawn(process.execPath, [start], {
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      WAYPOST_DATA_DIR: directory,
      DATABASE_URL: database.url,
      ...(Object.fromEntries(free) as Record<string, string>),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const stop = async () => {
    const ended = child.exitCode === null && once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(directory, { recursive: true, force: true })
    await database.drop()
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
    const urls = JSON.parse(await readFile(path.join(directory, 'stack.json'), 'utf8')) as Omit<Stack, 'stop'>
    return { ...urls, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
