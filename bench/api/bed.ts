import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDatabase, startEmbeddedPostgres } from '@waypost/postgres'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { findFreePort } from '../../stack/free-ports.ts'
import { fillTables } from './fill-tables.ts'
import type { Measurement, Order } from './load.ts'

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const ownerId = 'bench'
/** Clients that ask at a time, each with a key of its own. */
export const connections = 64

/** A server that is up, and what to ask it. */
export interface Target {
  origin: string
  /** One for each client, again from the start where there are fewer. */
  headers: Record<string, string>[]
  automationIds: string[]
}

export interface Bed {
  /** The service and its bare counterpart on one database, whose executions have ended but for a few. */
  startPair(name: string, endedExecutions: number): Promise<{ service: Target; reference: Target }>
  measure(order: Order): Promise<Measurement>
  close(): Promise<void>
}

/** A Postgres, the process that asks, and the servers, each a process of its own. */
export async function openBed(): Promise<Bed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'))
  // Run by root, the server has a user of its own, who must be able to enter.
  await chmod(directory, 0o711)
  const server = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  })
  const load = fork(file('load.ts'))
  const children: ChildProcess[] = [load]

  return {
    async startPair(name, endedExecutions) {
      const url = await createDatabase(server.url, name)
      await migrateAutomation(url)
      const database = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
      const filled = { ownerId, keys: connections, endedExecutions }
      const { automationIds, rawKeys } = await fillTables(database.db, filled)
      await database.close()
      const [service, reference] = await Promise.all([
        startService(url, children),
        startReference(url, children),
      ])
      return {
        service: { origin: service, headers: rawKeys.map((key) => ({ 'x-api-key': key })), automationIds },
        reference: { origin: reference, headers: [{}], automationIds },
      }
    },
    async measure(order) {
      load.send(order)
      const ended = new AbortController()
      const failed = once(load, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('the process that asks has ended')
      })
      try {
        const [measurement] = (await Promise.race([once(load, 'message'), failed])) as [Measurement]
        return measurement
      } finally {
        ended.abort()
        failed.catch(() => {})
      }
    },
    async close() {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL')
          await once(child, 'exit')
        }
      }
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const { db, close } = openDatabase({ url: serverUrl, applicationName: 'bench', maxConnections: 1 })
  await db.execute(sql`create database ${sql.identifier(name)}`)
  await close()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

/** The API as an operator starts it: one log line per request, which nobody reads here. */
async function startService(url: string, children: ChildProcess[]): Promise<string> {
  const port = await findFreePort()
  const child = fork(file('../../apps/automation-api/src/api.ts'), {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      AUTOMATION_PORT: String(port),
      METRICS_PORT: '0',
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      WEBHOOK_FALLBACK_SECRET: 'nothing is signed with it, long as it is',
      // Nobody signs in.
      JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
      JWT_ISSUER: 'http://127.0.0.1:9',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  await once(child, 'message')
  return `http://127.0.0.1:${port}`
}

async function startReference(url: string, children: ChildProcess[]): Promise<string> {
  const child = fork(file('reference.ts'), [url, ownerId])
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}`
}
