import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@waypost/postgres'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { fillTables } from '../alias/fill-tables.ts'
import { openHttpBed } from '../http-bed.ts'
import type { Measurement, Order } from '../load.ts'
import { row, type Row } from '../../harness/report.ts'
import { cpuSeconds } from './cpu-seconds.ts'

const connections = 32
const order = { paths: ['/api/v1/addresses?limit=20'], warmUpMs: 3000, durationMs: 8000 }
const accounts = 4

/** Measures requests for lists of aliases by API keys, each counted against its account and written to the audit log. */
export async function measureApis(counts: number[], say: (line: string) => void): Promise<Row[]> {
  const bed = await openHttpBed()
  try {
    const url = await bed.createDatabase('scaling')
    await migrateAlias(url)
    const { db, close } = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
    const keys: string[] = []
    for (let account = 0; account < accounts; account += 1)
      keys.push(...(await fillTables(db, { accountId: `account-${account}`, keys: 8, emails: 100 })))
    await close()

    const env = { DATABASE_URL: url, ALIAS_RATE_LIMIT_PER_MINUTE: '1000000000' }
    const origins: string[] = []
    const rows: Row[] = []
    let alone: number | undefined
    for (const count of counts) {
      while (origins.length < count)
        origins.push(await bed.startService('alias-api/src/api.ts', 'ALIAS_PORT', env))
      say(`${count} × alias-api, ${connections} connections`)
      const headers = keys.map((key) => ({ authorization: `Bearer ${key}` }))
      const load = { ...order, headers, connections: connections / count }
      const before = await cpuSeconds(bed.postgresPid)
      const measured = await Promise.all(origins.map((origin) => measure({ ...load, origin })))
      const spent = (await cpuSeconds(bed.postgresPid)) - before
      const perSecond = measured.reduce((sum, of) => sum + of.perSecond, 0)
      // The CPU time includes the requests of the warm-up.
      const all = (perSecond * (order.warmUpMs + order.durationMs)) / 1000
      alone ??= perSecond
      const of = `${count} × alias-api`
      rows.push(
        row(of, perSecond, 'requests/s', { reference: alone }),
        row(`${of}: p99`, Math.max(...measured.map(({ p99Ms }) => p99Ms)), 'ms'),
        row(`${of}: processor time of Postgres`, (spent * 1e6) / all, 'ms / 1000 requests'),
      )
    }
    return rows
  } finally {
    await bed.close()
  }
}

/** Starts a load generator for each replica, since a single one would be the limit. */
async function measure(given: Order): Promise<Measurement> {
  const load = fork(fileURLToPath(new URL('../load.ts', import.meta.url)))
  load.send(given)
  const ended = new AbortController()
  const failed = once(load, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the load generator has ended')
  })
  const [measurement] = (await Promise.race([once(load, 'message'), failed])) as [Measurement]
  ended.abort()
  failed.catch(() => {})
  load.disconnect()
  return measurement
}
