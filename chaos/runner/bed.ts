import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { newId, openDatabase, type Db } from '@waypost/postgres'
import { createKeyring, generateSecret, webhookSecretContext } from '@waypost/webhooks'
import { migrateEverything } from '../../operator/databases.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { withoutLimits } from '../../harness/without-limits.ts'
import { startRunner, type Runner } from './start-runner.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

const apiEntry = fileURLToPath(new URL('../../apps/automation-api/src/api.ts', import.meta.url))
const ownerId = 'chaos'

export interface Bed {
  db: Db
  /** A text that every browser of this bed, and no other process, has on its command line or in its environment. */
  mark: string
  /** Returns undefined where the API did not answer. */
  request(method: string, path: string, body?: object): Promise<{ status: number; body: unknown } | undefined>
  /** Every runner that was started, ended ones too. */
  runners: Runner[]
  addRunner(): Promise<Runner>
  restartApi(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Ends the runners and the API with SIGTERM. */
  endProcesses(): Promise<void>
  close(): Promise<void>
}

/** Starts a Postgres and the API, with an API key, a webhook for the events of runs, and no runner yet. */
export async function openBed(): Promise<Bed> {
  const server = await startPostgres()
  const temporary = path.join(server.directory, 'runners')
  await mkdir(temporary)
  await migrateEverything({ automation: server.url, alias: server.url, accounts: server.url })
  const owner = openDatabase({ url: server.url, applicationName: 'chaos', maxConnections: 12 })
  const encryptionKeys = `chaos:${randomBytes(32).toString('base64')}`
  const port = await findFreePort()
  const env = {
    DATABASE_URL: server.url,
    ENCRYPTION_KEYS: encryptionKeys,
    EGRESS_ALLOW: '127.0.0.0/8',
    COOLDOWN_SECONDS: '0',
    ...withoutLimits,
    WEBHOOK_FALLBACK_SECRET: 'nothing is signed with it, long as it is',
    // The load uses an API key only: the JWKS is never fetched.
    JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    JWT_ISSUER: 'http://127.0.0.1:9',
  }
  const startApi = async (): Promise<ChildProcess> => {
    const child = fork(apiEntry, {
      env: { ...env, AUTOMATION_PORT: String(port), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    return child
  }
  const headers = {
    'x-api-key': await registerOwner(owner.db, encryptionKeys),
    'content-type': 'application/json',
  }
  let api = await startApi()
  const runners: Runner[] = []
  let started = 0

  const bed: Bed = {
    db: owner.db,
    mark: temporary,
    runners,
    async request(method, route, body) {
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      try {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, sent)
        const text = await response.text()
        return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
      } catch {
        return undefined
      }
    },
    async addRunner() {
      const name = `runner ${++started}`
      const runnerEnv = { ...env, TMPDIR: temporary, RUNNER_CONCURRENCY: '2', LOG_LEVEL: 'info' }
      const runner = await startRunner(name, runnerEnv)
      runners.push(runner)
      return runner
    },
    async restartApi(signal) {
      await end(api, signal)
      api = await startApi()
    },
    async endProcesses() {
      await Promise.all([api, ...runners.map(({ child }) => child)].map((child) => end(child, 'SIGTERM')))
    },
    async close() {
      await bed.endProcesses()
      await owner.close()
      await server.stop()
    },
  }
  return bed
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

async function registerOwner(db: Db, encryptionKeys: string): Promise<string> {
  const rawKey = `gfac_${randomBytes(24).toString('hex')}`
  const keyHash = createHash('sha256').update(rawKey).digest()
  await db.execute(sql`
    insert into automation.api_keys (id, owner_id, name, prefix, key_hash, scopes, created_at)
    values (${newId()}, ${ownerId}, 'chaos', ${rawKey.slice(0, 12)}, ${keyHash},
      '{automation:read,automation:write,automation:execute}', now())
  `)
  const id = newId()
  const sealed = createKeyring(encryptionKeys).seal(generateSecret(), webhookSecretContext(id))
  await db.execute(sql`
    insert into automation.webhooks (id, owner_id, name, url, events, sealed_secret, created_at)
    values (${id}, ${ownerId}, 'chaos', 'http://127.0.0.1:9/',
      '{execution.started,automation.completed,automation.failed}', ${sealed}, now())
  `)
  return rawKey
}
