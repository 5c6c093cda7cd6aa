import { setTimeout } from 'node:timers/promises'
import { quantile } from '../../harness/report.ts'
import { until, type Bed } from '../../harness/delivery/bed.ts'

/** Returns how long after its due time a single deferred attempt arrives, in ms at the 99th percentile. */
export async function measureLateness(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  times: number,
): Promise<number> {
  await bed.takeArrivals()
  const lateness: number[] = []
  for (let index = 0; index < times; index += 1) {
    const dueAt = new Date(Date.now() + 1000 + Math.random() * 500)
    await bed.seed(webhooks, 1, { dueAt })
    await until('a deferred attempt', async () => (await bed.countArrivals()) === 1, 10_000)
    const [arrivedAt] = (await bed.takeArrivals()).values()
    lateness.push(arrivedAt! - dueAt.getTime())
    await setTimeout(20)
  }
  return quantile(lateness, 0.99)
}
