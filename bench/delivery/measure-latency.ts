import { setTimeout } from 'node:timers/promises'
import { quantile } from '../../harness/report.ts'
import { until, type Bed } from '../../harness/delivery/bed.ts'

export interface Latency {
  p50Ms: number
  p99Ms: number
}

/**
 * Measures the time from just before an event's commit is sent to its arrival at the receiver, at a steady rate. The
 * owners take turns; each has one webhook.
 */
export async function measureLatency(
  bed: Bed,
  owners: string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Latency> {
  await bed.takeArrivals()
  const total = perSecond * seconds
  const startedAt = performance.now()
  const published: ReturnType<Bed['publish']>[] = []
  for (let index = 0; index < total; index += 1) {
    const waitMs = startedAt + (index * 1000) / perSecond - performance.now()
    if (waitMs > 1) await setTimeout(waitMs)
    published.push(bed.publish(owners[index % owners.length]!))
  }
  const committed = (await Promise.all(published)).flatMap(({ deliveryIds, committedAt }) =>
    deliveryIds.map((id): [string, number] => [id, committedAt]),
  )
  await until('the last arrival', async () => (await bed.countArrivals()) >= committed.length, 30_000)
  const arrivals = await bed.takeArrivals()
  const latencies = committed.map(([id, at]) => arrivals.get(id)! - at)
  return { p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) }
}
