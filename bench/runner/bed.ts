import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { generateApiKey } from '@waypost/http'
import { newId, openDatabase } from '@waypost/postgres'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { withoutLimits } from '../../harness/without-limits.ts'
import type { BareOrder } from './bare.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export interface Bed {
  /** The URL of the API. */
  origin: string
  headers: Record<string, string>
  bare(order: BareOrder): Promise<number[]>
  close(): Promise<void>
}

/** Starts the API, a runner for two concurrent runs, and bare Playwright, each as a process of its own. */
export async function openBed(): Promise<Bed> {
  const server = await startPostgres()
  await migrateAutomation(server.url)
  const rawKey = await createKey(server.url)
  const port = await findFreePort()
  const children: ChildProcess[] = []
  const start = async (entry: string, more: Record<string, string> = {}): Promise<ChildProcess> => {
    const child = fork(file(entry), {
      env: { ...environment(server.url), ...more },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.push(child)
    await once(child, 'message')
    return child
  }
  await start('../../apps/automation-api/src/api.ts', { AUTOMATION_PORT: String(port) })
  await start('../../apps/automation-api/src/runner.ts', { RUNNER_CONCURRENCY: '2' })
  const bare = await start('bare.ts')
  const ended = new AbortController()
  bare.once('exit', () => ended.abort(new Error('bare Playwright ended')))

  return {
    origin: `http://127.0.0.1:${port}`,
    headers: { 'x-api-key': rawKey, 'content-type': 'application/json' },
    async bare(order) {
      bare.send(order)
      const [durations] = (await once(bare, 'message', ended)) as [number[]]
      return durations
    },
    async close() {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          child.disconnect()
          await once(child, 'exit')
        }
      }
      await server.stop()
    },
  }
}

function environment(databaseUrl: string): Record<string, string> {
  const { PATH, HOME } = process.env
  return {
    PATH: PATH!,
    HOME: HOME!,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
    EGRESS_ALLOW: '127.0.0.0/8',
    // Without a cooldown, which would be measured as part of the runs.
    COOLDOWN_SECONDS: '0',
    ...withoutLimits,
    METRICS_PORT: '0',
    WEBHOOK_FALLBACK_SECRET: 'nothing is signed with it, long as it is',
    // No JWT is sent: the JWKS is never fetched.
    JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    JWT_ISSUER: 'http://127.0.0.1:9',
    LOG_LEVEL: 'error',
  }
}

async function createKey(url: string): Promise<string> {
  const { db, close } = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
  const { rawKey, keyHash } = generateApiKey('gfac_')
  await db.execute(sql`
    insert into automation.api_keys (id, owner_id, name, prefix, key_hash, scopes, created_at)
    values (${newId()}, 'bench', 'bench', ${rawKey.slice(0, 12)}, ${keyHash},
      '{automation:read,automation:write,automation:execute}', now())
  `)
  await close()
  return rawKey
}
