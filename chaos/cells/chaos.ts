import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { until } from '../../harness/delivery/bed.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import type { Account } from './add-account.ts'
import { openBed, type Bed } from './bed.ts'
import { loadAccount, type Answered } from './load.ts'

const usualRestarts = 5
const betweenMs = 2000
const awayMs = 3000
const backWithinMs = 30_000

/**
 * Stops and starts the database of a cell while mail and requests come for its account and for one of the first database.
 * Then compares what was answered with what is stored. A number on the command line is the number of restarts.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const restarts = Number(process.argv[3] ?? usualRestarts)
  const bed = await openBed()
  try {
    const over = new AbortController()
    const first = loadAccount(bed, bed.first, over.signal)
    const inCell = loadAccount(bed, bed.inCell, over.signal)
    const stays: Stay[] = []
    for (let index = 1; index <= restarts; index += 1) {
      await setTimeout(betweenMs)
      say(`the database of the cell stops (${index} of ${restarts})`)
      stays.push(await restartCell(bed, inCell.answered))
    }
    await setTimeout(betweenMs)
    over.abort()
    await Promise.all([first.ended, inCell.ended])
    return [
      ...ofFirst(first.answered, stays),
      ...ofCell(inCell.answered, stays),
      ...(await reconcile('first database', bed.first, first.answered)),
      ...(await reconcile('cell', bed.inCell, inCell.answered)),
    ]
  } finally {
    await bed.close()
  }
}

/** While the cell was away, and how long after it was there its account was answered. */
interface Stay {
  from: number
  to: number
  servedAfterMs: number
}

async function restartCell(bed: Bed, { requests, accepted }: Answered): Promise<Stay> {
  const from = performance.now()
  await bed.stopCell()
  await setTimeout(awayMs)
  await bed.startCell()
  const to = performance.now()
  const before = accepted.size
  await until(
    'the cell to be served again',
    async () => requests.some(({ status, at }) => status === 200 && at > to) && accepted.size > before,
    backWithinMs,
  )
  return { from, to, servedAfterMs: performance.now() - to }
}

function ofFirst({ deferred, requests }: Answered, stays: Stay[]): Row[] {
  const isBeside = (at: number) => stays.some(({ from, to }) => at >= from && at <= to)
  const msOf = (beside: boolean) => requests.filter(({ at }) => isBeside(at) === beside).map(({ ms }) => ms)
  return [
    row('first database: mails not answered 250', deferred, 'mails', { atMost: 0 }),
    row(
      'first database: requests not answered 200',
      requests.filter(({ status }) => status !== 200).length,
      'requests',
      { atMost: 0 },
    ),
    row('first database: p95 while the cell was away', quantile(msOf(true), 0.95), 'ms', {
      reference: quantile(msOf(false), 0.95),
    }),
    row('first database: slowest while the cell was away', Math.max(...msOf(true)), 'ms', {
      reference: Math.max(...msOf(false)),
      atMost: 2000,
    }),
  ]
}

function ofCell({ deferred, requests }: Answered, stays: Stay[]): Row[] {
  const countOf = (isOne: (status: number) => boolean) =>
    requests.filter(({ status }) => isOne(status)).length
  return [
    row('restarts', stays.length, ''),
    row('cell: mails deferred', deferred, 'mails'),
    row(
      'cell: requests answered 503',
      countOf((status) => status === 503),
      'requests',
    ),
    row(
      'cell: requests answered neither 200 nor 503',
      countOf((status) => status !== 200 && status !== 503),
      'requests',
      { atMost: 0 },
    ),
    row('cell: served again after', Math.max(...stays.map(({ servedAfterMs }) => servedAfterMs)), 'ms', {
      atMost: 15_000,
    }),
  ]
}

async function reconcile(of: string, { db }: Account, { accepted }: Answered): Promise<Row[]> {
  await until(
    `the mails of the ${of} to be listed`,
    async () => (await db.execute(sql`select from alias.inbound_messages limit 1`)).rows.length === 0,
    60_000,
  )
  const { rows } = await db.execute<{ subject: string; count: number }>(
    sql`select subject, count(*)::integer as count from alias.emails group by subject`,
  )
  const stored = new Set(rows.map(({ subject }) => subject))
  const lost = [...accepted].filter((subject) => !stored.has(subject))
  return [
    row(`${of}: mails answered 250`, accepted.size, 'mails'),
    row(`${of}: of these not listed`, lost.length, 'mails', { atMost: 0 }),
    row(`${of}: listed twice`, rows.filter(({ count }) => count > 1).length, 'mails', { atMost: 0 }),
  ]
}
