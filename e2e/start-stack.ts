import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
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
const ports = [
  'DASHBOARD_PORT',
  'AUTOMATION_PORT',
  'ALIAS_PORT',
  'DISPATCHER_PORT',
  'SMTP_PORT',
  'POSTGRES_PORT',
]

/** The whole product as `pnpm start` starts it, on ports and in a database of its own. */
export async function startStack(environment: Record<string, string> = {}): Promise<Stack> {
  const database = await createTestDatabase()
  const stack = await runStart({ DATABASE_URL: database.url, ...environment }).catch(
    async (error: unknown) => {
      await database.drop()
      throw error
    },
  )
  const stop = async () => {
    await stack.stop()
    await database.drop()
  }
  return { ...stack, stop }
}

/** The same with the Postgres that `start` brings along, where the environment names no other. */
export async function runStart(environment: Record<string, string> = {}): Promise<Stack> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-'))
  // Run by root, the server has a user of its own, who must be able to enter.
  await chmod(directory, 0o711)
  const free = await Promise.all(ports.map(async (name) => [name, String(await findFreePort())]))
  const child = spawn(process.execPath, [start], {
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      WAYPOST_DATA_DIR: directory,
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
