import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { newId, openDatabase, startEmbeddedPostgres, type Db } from '@waypost/postgres'
import { migrateEverything } from '../../operator/databases.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { withoutLimits } from '../../harness/without-limits.ts'

const apiEntry = fileURLToPath(new URL('../../apps/automation-api/src/api.ts', import.meta.url))

export interface Bed {
  db: Db
  /** Creates an API key of a new owner. */
  registerOwner(): Promise<string>
  /** @throws if the API refuses */
  post<Answer>(rawKey: string, path: string, body: object): Promise<Answer>
  /** Kills a replica as the kernel does, and starts it again after a while. */
  killApi(replica: number, downMs: number): Promise<void>
  /** Ends every replica, so that nothing changes any more. */
  endApis(): Promise<void>
  /** Restarts Postgres as after a power cut. */
  restartPostgres(): Promise<void>
  close(): Promise<void>
}

/** Starts a Postgres and replicas of the API, without a runner: what starts stays where it can be counted. */
export async function openBed(replicas: number): Promise<Bed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-chaos-'))
  // Where this process runs as root, the server runs as another user, which must be able to enter the directory.
  await chmod(directory, 0o711)
  const serverOptions = {
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  }
  let server = await startEmbeddedPostgres(serverOptions)
  await migrateEverything({ automation: server.url, alias: server.url, accounts: server.url })
  const owner = openDatabase({ url: server.url, applicationName: 'chaos', maxConnections: 4 })
  const env = {
    DATABASE_URL: server.url,
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    ...withoutLimits,
    WEBHOOK_FALLBACK_SECRET: 'nothing is signed with it, long as it is',
    // The load uses API keys only: the JWKS is never fetched.
    JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    JWT_ISSUER: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  }
  const ports = await Promise.all(Array.from({ length: replicas }, findFreePort))
  const startApi = async (index: number): Promise<ChildProcess> => {
    const child = fork(apiEntry, {
      env: { ...env, AUTOMATION_PORT: String(ports[index]) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    return child
  }
  const apis = await Promise.all(ports.map((_, index) => startApi(index)))
  const endApis = async (): Promise<void> => {
    await Promise.all(apis.map((child) => end(child, 'SIGKILL')))
  }

  return {
    endApis,
    db: owner.db,
    async registerOwner() {
      const rawKey = `gfac_${randomBytes(24).toString('hex')}`
      const keyHash = createHash('sha256').update(rawKey).digest()
      await owner.db.execute(sql`
        insert into automation.api_keys (id, owner_id, name, prefix, key_hash, scopes, created_at)
        values (${newId()}, ${newId()}, 'chaos', ${rawKey.slice(0, 12)}, ${keyHash},
          '{automation:read,automation:write,automation:execute}', now())
      `)
      return rawKey
    },
    async post<Answer>(rawKey: string, route: string, body: object) {
      const response = await fetch(`http://127.0.0.1:${ports[0]}/api/v1${route}`, {
        method: 'POST',
        headers: { 'x-api-key': rawKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`)
      return JSON.parse(text) as Answer
    },
    async killApi(replica, downMs) {
      await end(apis[replica]!, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, downMs))
      // One that cannot start while Postgres is away is started again.
      do apis[replica] = await startApi(replica)
      while (apis[replica].exitCode !== null)
    },
    async restartPostgres() {
      process.kill(server.pid, 'SIGQUIT')
      await server.ended
      server = await startEmbeddedPostgres(serverOptions)
    },
    async close() {
      await endApis()
      await owner.close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
