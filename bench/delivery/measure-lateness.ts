import { sql } from 'drizzle-orm'
import { quantile } from '../../harness/report.ts'
import { until, type Bed } from '../../harness/delivery/bed.ts'

// The shortest delay of the bed's schedule: nothing defers an attempt for less.
const shortestDelayMs = 30_000
const spreadMs = 5000

/** Returns how long after their due times single deferred attempts arrive, in ms at the 99th percentile. */
export async function measureLateness(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  times: number,
): Promise<number> {
  await bed.takeArrivals()
  for (let index = 0; index < times; index += 1) {
    const dueAt = new Date(Date.now() + shortestDelayMs + Math.random() * spreadMs)
    await bed.seed(webhooks, 1, { dueAt })
  }
  const { rows } = await bed.db.execute<{ id: string; due: string }>(sql`
    select id, next_attempt_at as due from automation.deliveries
    where status = 'pending' and next_attempt_at < now() + interval '1 minute'`)
  await until('the deferred attempts', async () => (await bed.countArrivals()) === rows.length, 60_000)
  const arrivals = await bed.takeArrivals()
  return quantile(
    rows.map(({ id, due }) => arrivals.get(id)! - Date.parse(due)),
    0.99,
  )
}
