import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDatabase } from '@waypost/postgres'
import { findFreePort } from '../packages/testing/src/find-free-port.ts'
import type { Measurement, Order } from './load.ts'
import { startPostgres } from '../harness/start-postgres.ts'

/** The number of concurrent clients, each with a key of its own. */
export const connections = 64

/** A running server and the headers of its clients. */
export interface Target {
  origin: string
  /** One for each client, repeated from the start where there are fewer. */
  headers: Record<string, string>[]
}

/** A Postgres, the load generator, and servers, each a process of its own. */
export interface HttpBed {
  postgresPid: number
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Starts one of the product's processes with the usual logging, a line for each request, to /dev/null. */
  startService(entry: string, portName: string, env: Record<string, string>): Promise<string>
  /** Starts a reference server, a program that sends its port to its parent. */
  startReference(program: string, ...options: string[]): Promise<string>
  measure(order: Order): Promise<Measurement>
  close(): Promise<void>
}

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export async function openHttpBed(): Promise<HttpBed> {
  const server = await startPostgres()
  const load = fork(file('load.ts'))
  const children: ChildProcess[] = [load]

  return {
    postgresPid: server.pid,
    async createDatabase(name) {
      const { db, close } = openDatabase({ url: server.url, applicationName: 'bench', maxConnections: 1 })
      await db.execute(sql`create database ${sql.identifier(name)}`)
      await close()
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    },
    async startService(entry, portName, env) {
      const port = await findFreePort()
      const child = fork(file(`../apps/${entry}`), {
        env: {
          PATH: process.env['PATH'],
          [portName]: String(port),
          METRICS_PORT: '0',
          ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
          WEBHOOK_FALLBACK_SECRET: 'nothing is signed with it, long as it is',
          // No JWT is sent: the JWKS is never fetched.
          JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
          JWT_ISSUER: 'http://127.0.0.1:9',
          LOG_LEVEL: 'info',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      children.push(child)
      await once(child, 'message')
      return `http://127.0.0.1:${port}`
    },
    async startReference(program, ...options) {
      const child = fork(program, options)
      children.push(child)
      const [port] = (await once(child, 'message')) as [number]
      return `http://127.0.0.1:${port}`
    },
    async measure(order) {
      load.send(order)
      const ended = new AbortController()
      const failed = once(load, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('the load generator has ended')
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
    },
  }
}
