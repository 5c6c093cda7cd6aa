import type { ChildProcess } from 'node:child_process'
import { end, openBed, until, type Bed } from '../../harness/delivery/bed.ts'
import { row, type Row } from '../../harness/report.ts'
import { cpuSeconds } from './cpu-seconds.ts'

// Deliveries for each dispatcher, until V8 has compiled the code that runs often.
const warmUp = 3000
const backlog = 20_000

/** Measures how fast the given numbers of dispatchers drain a committed backlog, with the receiver on the same machine. */
export async function measureDispatchers(counts: number[], say: (line: string) => void): Promise<Row[]> {
  const bed = await openBed()
  try {
    const webhooks = await bed.registerWebhooks({ owners: 20, each: 5 })
    const rows: Row[] = []
    let alone: number | undefined
    for (const count of counts) {
      say(`${count} × dispatcher, ${backlog} deliveries`)
      const measured = await drainBy(bed, webhooks, count)
      alone ??= measured.perSecond
      const of = `${count} × dispatcher`
      rows.push(
        row(of, measured.perSecond, 'deliveries/s', { reference: alone }),
        row(`${of}: processor time of the dispatchers`, measured.ownMs, 'ms / 1000 deliveries'),
        row(`${of}: processor time of Postgres`, measured.postgresMs, 'ms / 1000 deliveries'),
        row(`${of}: sent twice`, measured.twice, 'deliveries', { atMost: 0 }),
      )
    }
    return rows
  } finally {
    await bed.close()
  }
}

async function drainBy(bed: Bed, webhooks: { id: string; ownerId: string }[], count: number) {
  const dispatchers: ChildProcess[] = []
  for (let started = 0; started < count; started += 1) dispatchers.push(await bed.startDispatcher())
  const deliver = async (total: number): Promise<{ times: number[]; arrived: number }> => {
    await bed.takeArrivals()
    await bed.seed(webhooks, total)
    await until('the drain', async () => (await bed.countArrivals()) >= total, 300_000)
    const arrived = await bed.countArrivals()
    return { times: [...(await bed.takeArrivals()).values()].toSorted((one, two) => one - two), arrived }
  }
  const spent = async () => ({
    own: (await Promise.all(dispatchers.map((child) => cpuSeconds(child.pid!)))).reduce(
      (sum, of) => sum + of,
    ),
    postgres: await cpuSeconds(bed.postgresPid()),
  })
  await deliver(count * warmUp)
  // The CPU time of Postgres includes that of seeding the backlog.
  const before = await spent()
  const { times, arrived } = await deliver(backlog)
  const after = await spent()
  for (const dispatcher of dispatchers) await end(dispatcher)
  return {
    perSecond: (times.length - 1) / ((times.at(-1)! - times[0]!) / 1000),
    ownMs: ((after.own - before.own) * 1e6) / backlog,
    postgresMs: ((after.postgres - before.postgres) * 1e6) / backlog,
    twice: arrived - times.length,
  }
}
