import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { generateApiKey } from '@waypost/http'
import { newId, openDatabase, type Db } from '@waypost/postgres'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { row, type Row } from '../../harness/report.ts'
import { startPostgres } from '../../harness/start-postgres.ts'
import { environmentOf } from '../../infra/bundles/processes.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { readMemory, resetHighest, watchMemory } from '../mail-memory/watch-memory.ts'

const clients = 20
const bytes = 20_000_000
const mebibyte = 1024 * 1024
const everyMs = 10
const quietMs = 5000

/**
 * Twenty accounts send an email with a file of 20 MB at the same moment: how much memory alias-api uses, and how long another
 * account waits for its small requests meanwhile.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const server = await startPostgres()
  await migrateAlias(server.url)
  const owner = openDatabase({ url: server.url, applicationName: 'bench', maxConnections: 1 })
  const accounts: { rawKey: string; addressId: string }[] = []
  for (let number = 0; number <= clients; number += 1)
    accounts.push(await addAccount(owner.db, `bench-${number}`))
  await owner.close()
  const port = await findFreePort()
  const api = fork(fileURLToPath(new URL('../../apps/alias-api/src/api.ts', import.meta.url)), {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: server.url,
      ALIAS_PORT: String(port),
      METRICS_PORT: '0',
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
      JWT_ISSUER: 'http://127.0.0.1:9',
      ALIAS_RATE_LIMIT_PER_MINUTE: '1000000000',
      ALIAS_FILES_STORED_ONCE: 'true',
      LOG_LEVEL: 'error',
      ...environmentOf('alias-api'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const sender = fork(fileURLToPath(new URL('send-large.ts', import.meta.url)))
  try {
    await once(api, 'message')
    const url = `http://127.0.0.1:${port}/api/v1`
    const [other, ...senders] = accounts
    const waits = async (over: AbortSignal): Promise<number[]> => {
      const measured: number[] = []
      while (!over.aborted) {
        const startedAt = performance.now()
        const response = await fetch(`${url}/account`, {
          headers: { authorization: `Bearer ${other!.rawKey}` },
        })
        await response.arrayBuffer()
        measured.push(performance.now() - startedAt)
        await setTimeout(everyMs)
      }
      return measured.toSorted((one, another) => one - another)
    }
    await waits(AbortSignal.timeout(quietMs))
    const alone = await waits(AbortSignal.timeout(quietMs))
    const idle = await readMemory(api.pid!, server.pid)
    await resetHighest(api.pid!)
    say(
      `idle: ${Math.round(idle.own / mebibyte)} MiB; ${clients} emails with a file of ${bytes / 1e6} MB at once`,
    )
    const memory = watchMemory(api.pid!, server.pid)
    const over = new AbortController()
    const beside = waits(over.signal)
    const startedAt = performance.now()
    sender.send({ url: `${url}/emails`, clients: senders, bytes })
    const [refused] = (await once(sender, 'message')) as [number]
    const seconds = (performance.now() - startedAt) / 1000
    over.abort()
    const waited = await beside
    const highest = await memory.stop()
    return [
      row('alias-api, most', highest.own / mebibyte, 'MiB', { atMost: 512 }),
      row('alias-api, more than idle', (highest.own - idle.own) / mebibyte, 'MiB'),
      row('Postgres, more than idle', (highest.postgres - idle.postgres) / mebibyte, 'MiB'),
      row('until all are accepted', seconds, 's'),
      row('sent again after a 503', refused, ''),
      row('another account, p50', at(waited, 0.5), 'ms', { reference: at(alone, 0.5) }),
      row('another account, p99', at(waited, 0.99), 'ms', { reference: at(alone, 0.99) }),
      row('another account, slowest', at(waited, 1), 'ms', { reference: at(alone, 1), atMost: 100 }),
    ]
  } finally {
    for (const child of [api, sender]) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await server.stop()
  }
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!

async function addAccount(db: Db, accountId: string): Promise<{ rawKey: string; addressId: string }> {
  const { rawKey, keyHash } = generateApiKey('jm_live_')
  const addressId = newId()
  await db.execute(sql`
    insert into alias.accounts (id, plan, created_at) values (${accountId}, 'business', now() - interval '1 year')
  `)
  await db.execute(sql`
    insert into alias.api_keys (id, account_id, name, prefix, key_hash, scopes, mode, created_at)
    values (${newId()}, ${accountId}, 'bench', ${rawKey.slice(0, 12)}, ${keyHash}, '{emails:read,emails:write}', 'live', now())
  `)
  await db.execute(sql`
    insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
    values (${addressId}, ${`live:${accountId}`}, ${`${accountId}@waypost.test`}, 'waypost.test', now(), now() + interval '1 day')
  `)
  return { rawKey, addressId }
}
