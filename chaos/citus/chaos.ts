import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { until } from '../../harness/delivery/bed.ts'
import { quantile, row, type Row } from '../../harness/report.ts'
import { ask, loadAccount, type Answered, type Request } from '../cells/load.ts'
import { openBed, type Bed } from './bed.ts'

const usualCrashes = 3
const betweenMs = 4000
const backWithinMs = 60_000

/**
 * Crashes a worker of Citus while mail and requests come for an account on it, and requests for an account of the service on the other
 * worker. Then compares what was answered with what is stored. A number on the command line is the number of crashes.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const crashes = Number(process.argv[3] ?? usualCrashes)
  const bed = await openBed()
  try {
    const over = new AbortController()
    const { answered, ended } = loadAccount(bed, bed.ofWorker, over.signal)
    const beside: Request[] = []
    const asking = ask(bed.beside.url, bed.beside.headers, beside, over.signal)
    await until('a first mail', async () => answered.accepted.size > 0, backWithinMs)
    const aways: Away[] = []
    for (let index = 1; index <= crashes; index += 1) {
      await setTimeout(betweenMs)
      say(`the worker crashes (${index} of ${crashes})`)
      aways.push(await crash(bed, answered))
    }
    await setTimeout(betweenMs)
    over.abort()
    await Promise.all([ended, asking])
    return [
      row('crashes', aways.length, ''),
      ...ofBeside(beside, aways),
      ...ofWorker(answered, aways),
      ...(await reconcile(bed, answered)),
    ]
  } finally {
    await bed.close()
  }
}

/** From a crash until the worker had recovered, and then until a request and a mail of its account were answered again. */
interface Away {
  from: number
  back: number
  to: number
}

async function crash(bed: Bed, { requests, accepted }: Answered): Promise<Away> {
  const from = performance.now()
  await bed.crashWorker()
  const back = performance.now()
  const before = accepted.size
  await until(
    'the account of the worker to be served again',
    async () => requests.some(({ status, at }) => status === 200 && at > back) && accepted.size > before,
    backWithinMs,
  )
  return { from, back, to: performance.now() }
}

function ofBeside(requests: Request[], aways: Away[]): Row[] {
  const isDuring = ({ at, ms }: Request) => aways.some(({ from, to }) => at + ms >= from && at <= to)
  const msOf = (during: boolean) => requests.filter((each) => isDuring(each) === during).map(({ ms }) => ms)
  const refused = requests.filter(({ status }) => status !== 200)
  return [
    row('other worker: requests', requests.length, 'requests'),
    row('other worker: requests not answered 200', refused.length, 'requests', { atMost: 0 }),
    row('other worker: p95 while the worker was away', quantile(msOf(true), 0.95), 'ms', {
      reference: quantile(msOf(false), 0.95),
    }),
    row('other worker: slowest while the worker was away', Math.max(...msOf(true)), 'ms', {
      reference: Math.max(...msOf(false)),
      atMost: 5000,
    }),
  ]
}

function ofWorker({ deferred, requests }: Answered, aways: Away[]): Row[] {
  const refused = requests.filter(({ status }) => status !== 200)
  return [
    row('worker: mails deferred', deferred, 'mails'),
    row('worker: requests answered 5xx', refused.filter(({ status }) => status >= 500).length, 'requests'),
    row('worker: refused otherwise', refused.filter(({ status }) => status < 500).length, 'requests', {
      atMost: 0,
    }),
    row('worker: away for', Math.max(...aways.map(({ from, back }) => back - from)), 'ms'),
    row('worker: served again after', Math.max(...aways.map(({ back, to }) => to - back)), 'ms', {
      atMost: 15_000,
    }),
  ]
}

async function reconcile({ ofWorker: { db } }: Bed, { accepted }: Answered): Promise<Row[]> {
  await until(
    'the mails to be listed',
    async () => (await db.execute(sql`select from alias.inbound_messages limit 1`)).rows.length === 0,
    120_000,
  )
  const { rows } = await db.execute<{ subject: string; count: number }>(
    sql`select subject, count(*)::integer as count from alias.emails group by subject`,
  )
  const stored = new Set(rows.map(({ subject }) => subject))
  const lost = [...accepted].filter((subject) => !stored.has(subject))
  return [
    row('worker: mails answered 250', accepted.size, 'mails'),
    row('worker: of these not listed', lost.length, 'mails', { atMost: 0 }),
    row('worker: listed twice', rows.filter(({ count }) => count > 1).length, 'mails', { atMost: 0 }),
  ]
}
