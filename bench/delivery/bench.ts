import type { ChildProcess } from 'node:child_process'
import { quantile, row, type Row } from '../../harness/report.ts'
import { end, openBed, type Bed } from '../../harness/delivery/bed.ts'
import { comparePublishing } from './compare-publishing.ts'
import { drain, type Drain } from './drain.ts'
import { fillTables } from './fill-tables.ts'
import { measureLateness } from './measure-lateness.ts'
import { measureLatency, publishFor, type Publish } from './measure-latency.ts'
import { everySession, measurePublishing } from './measure-publishing.ts'

const backlog = 20_000
const hangingBacklog = 10_000
const usuallyFinished = 1_000_000
const deferred = 200_000
// The median of several rounds, since the speed of a shared machine changes.
const rounds = 5

const median = (values: number[]): number => quantile(values, 0.5)
const speedOf = (drains: Drain[]): number => median(drains.map(({ perSecond }) => perSecond))

/**
 * The dispatcher against bare signed POSTs, with receiver and Postgres on the same machine and fsync on. A number on the
 * command line is the number of finished deliveries in the full tables.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const finished = Number(process.argv[3] ?? usuallyFinished)
  const bed = await openBed()
  try {
    const webhooks = await bed.registerWebhooks({ owners: 10, each: 5 })
    const quiet = await bed.registerWebhooks({ owners: 10, each: 1 })
    const publish = publishFor(
      bed,
      quiet.map(({ ownerId }) => ownerId),
    )

    say(
      `(a) bare undici, signed POSTs, keep-alive, and (b) draining a committed backlog of ${backlog}, in turn`,
    )
    const ceilings: number[] = []
    const drains: Drain[] = []
    for (let round = 0; round < rounds; round += 1) {
      ceilings.push(await bed.measureCeiling(backlog, 64))
      drains.push(await drain(bed, webhooks, backlog))
    }
    const [ceiling, drained] = [median(ceilings), speedOf(drains)]
    const peakMemory = Math.max(...drains.map((each) => each.peakMemory))
    const drainsOfOne: Drain[] = []
    for (let round = 0; round < rounds; round += 1)
      drainsOfOne.push(await drain(bed, webhooks.slice(0, 1), backlog))
    const drainedOne = speedOf(drainsOfOne)
    say('(c) latency from commit to sink at a steady 100/s and 300/s, right after that and cleaned up')
    const { at100: untidy } = await withDispatcher(bed, async ({ pid }) => ({
      sessions: await measurePublishing(bed, pid!, publish, everySession),
      warm: await measureLatency(bed, publish, { perSecond: 100, seconds: 2 }),
      at100: await measureLatency(bed, publish, { perSecond: 100, seconds: 20 }),
    }))
    await bed.cleanUp()
    const latencies = await withDispatcher(bed, async ({ pid }) => ({
      sessions: await measurePublishing(bed, pid!, publish, everySession),
      warm: await measureLatency(bed, publish, { perSecond: 100, seconds: 2 }),
      at100: await measureLatency(bed, publish, { perSecond: 100, seconds: 20 }),
      at300: await measureLatency(bed, publish, { perSecond: 300, seconds: 10 }),
    }))
    say('(f) publishing one by one while sending, and (g) from the call to the sink')
    const publishing = await withDispatcher(bed, ({ pid }) => comparePublishing(bed, pid!, publish))
    await bed.cleanUp()
    const inTables = `${finished.toLocaleString('en')} finished and ${deferred.toLocaleString('en')} deferred deliveries in the tables`
    say(`(d) draining again, with ${inTables}, and with empty ones, in turn`)
    await fillTables(bed, webhooks, { finished, deferred })
    const [drainedFull, drainedEmpty] = await drainInTurnWithEmptyTables(bed, webhooks)
    say('    and the lateness of a deferred attempt beside those deferred')
    const lateMs = await withDispatcher(bed, () => measureLateness(bed, webhooks, 20))

    say(`(e) at 100/s again, then the same while one endpoint hangs with ${hangingBacklog} deliveries queued`)
    const hanging = await bed.registerWebhooks({ owners: 1, each: 2, url: `${bed.sinkUrl}/hang` })
    const beside = await withDispatcher(bed, async () => {
      const settle = () => measureLatency(bed, publish, { perSecond: 100, seconds: 2 })
      await settle()
      const alone = await medianP99(bed, publish)
      await bed.seed(hanging, hangingBacklog)
      await settle()
      return { alone, hanging: await medianP99(bed, publish) }
    })

    return [
      row('(b) drain of 20,000', drained, 'deliveries/s', { reference: ceiling, atLeast: 4000 }),
      row('(b) of bare POSTs (a)', drained, 'deliveries/s', {
        reference: ceiling,
        atLeast: 0.6,
        ofRatio: true,
      }),
      row('(b) the same to one receiver alone', drainedOne, 'deliveries/s', {
        reference: ceiling,
        atLeast: 0.5,
        ofRatio: true,
      }),
      row('(b) highest memory of the dispatcher', peakMemory, 'MiB', { atMost: 160 }),
      row('(c) commit to sink at 100/s, p50', latencies.at100.commit.p50Ms, 'ms'),
      row('(c) commit to sink at 100/s, p99', latencies.at100.commit.p99Ms, 'ms', { atMost: 15 }),
      row('(c) commit to sink at 300/s, p99', latencies.at300.commit.p99Ms, 'ms', { atMost: 50 }),
      row('(c) the same at 100/s, right after the drains', untidy.commit.p99Ms, 'ms'),
      ...publishing,
      row('(d) drain with full tables, of with empty ones', drainedFull, 'deliveries/s', {
        reference: drainedEmpty,
        atLeast: 0.95,
        ofRatio: true,
      }),
      row('(d) lateness of a deferred attempt, p99', lateMs, 'ms', { atMost: 250 }),
      row('(e) p99 at 100/s beside a hanging endpoint, of without', beside.hanging, 'ms', {
        reference: beside.alone,
        atMost: 1.5,
        ofRatio: true,
      }),
    ]
  } finally {
    await bed.close()
  }
}

/** In turn with drains of another database, since a machine's speed changes within the minutes that it takes to fill tables. */
async function drainInTurnWithEmptyTables(
  bed: Bed,
  webhooks: Awaited<ReturnType<Bed['registerWebhooks']>>,
): Promise<[full: number, empty: number]> {
  const other = await openBed()
  try {
    const others = await other.registerWebhooks({ owners: 10, each: 5 })
    const full: Drain[] = []
    const empty: Drain[] = []
    for (let round = 0; round < rounds; round += 1) {
      empty.push(await drain(other, others, backlog))
      full.push(await drain(bed, webhooks, backlog))
    }
    return [speedOf(full), speedOf(empty)]
  } finally {
    await other.close()
  }
}

/** From commit to sink at a steady 100/s. */
async function medianP99(bed: Bed, publish: Publish): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { commit } = await measureLatency(bed, publish, { perSecond: 100, seconds: 6 })
    times.push(commit.p99Ms)
  }
  return median(times)
}

async function withDispatcher<Result>(
  bed: Bed,
  measure: (dispatcher: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const dispatcher = await bed.startDispatcher()
  try {
    return await measure(dispatcher)
  } finally {
    await end(dispatcher)
  }
}
