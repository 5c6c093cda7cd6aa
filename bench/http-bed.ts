import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDatabase, startEmbeddedPostgres } from '@waypost/postgres'
import { findFreePort } from '../packages/testing/src/find-free-port.ts'
import type { Measurement, Order } from './load.ts'

/** Clients that ask at a time, each with a key of its own. */
export const connections = 64

/** A server that is up, and how to ask it. */
export interface Target {
  origin: string
  /** One for each client, again from the start where there are fewer. */
  headers: Record<string, string>[]
}

/** A Postgres, the process that asks, and servers, each a process of its own. */
export interface HttpBed {
  postgresPid: number
  /** A new and empty database. */
  createDatabase(name: string): Promise<string>
  /** Starts one of the product's processes as an operator does: one log line per request, which nobody reads here. */
  startService(entry: string, portName: string, env: Record<string, string>): Promise<string>
  /** Starts a bare server, a program that says its port. */
  startReference(program: string, ...options: string[]): Promise<string>
  measure(order: Order): Promise<Measurement>
  close(): Promise<void>
}

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export async function openHttpBed(): Promise<HttpBed> {
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
          // Nobody signs in.
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
