import { setTimeout } from 'node:timers/promises'
import { quantile } from '../../harness/report.ts'
import { until, type Bed, type Published } from '../../harness/delivery/bed.ts'

export interface Latency {
  p50Ms: number
  p99Ms: number
}

/** The times to the arrival at the receiver. */
export interface Latencies {
  /** From just before the commit is sent. */
  commit: Latency
  /** From before the transaction begins. */
  call: Latency
}

/** Publishes an event, the `index`th. */
export type Publish = (index: number) => Promise<Published>

/** Publishes for owners who take turns. */
export const publishFor =
  (bed: Bed, owners: string[]): Publish =>
  (index) =>
    bed.publish(owners[index % owners.length]!)

/** Measures the time from an event's call and from its commit to its arrival at the receiver, at a steady rate. */
export async function measureLatency(
  bed: Bed,
  publish: Publish,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Latencies> {
  await bed.takeArrivals()
  const published = await atARate({ perSecond, seconds }, publish)
  const total = published.flatMap(({ deliveryIds }) => deliveryIds).length
  await until('the last arrival', async () => (await bed.countArrivals()) >= total, 30_000)
  const arrivals = await bed.takeArrivals()
  const since = (from: 'calledAt' | 'committedAt') =>
    toLatency(published.flatMap((each) => each.deliveryIds.map((id) => arrivals.get(id)! - each[from])))
  return { commit: since('committedAt'), call: since('calledAt') }
}

export const toLatency = (times: number[]): Latency => ({
  p50Ms: quantile(times, 0.5),
  p99Ms: quantile(times, 0.99),
})

/** Begins `work` so often in a second, whether or not the earlier ones have ended. */
export async function atARate<Result>(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const startedAt = performance.now()
  const begun: Promise<Result>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const waitMs = startedAt + (index * 1000) / perSecond - performance.now()
    if (waitMs > 1) await setTimeout(waitMs)
    begun.push(work(index))
  }
  return Promise.all(begun)
}
