import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { runDayOf } from '../limits/run-day.ts'
import type { Overview } from './overview.ts'

const dayMs = 86_400_000

interface Row extends Record<string, unknown> {
  date: string
  outcome: 'completed' | 'failed' | 'stopped'
  durationClass: number
  total: number
}

/**
 * How an account's runs ended in the last days. It reads what was added up by day, and the few that were not yet: as much
 * after a million runs as after a hundred.
 */
export async function listRunDays(
  db: Db,
  ownerId: string,
  { days, now }: { days: number; now: number },
): Promise<Pick<Overview, 'days' | 'runs'>> {
  const { rows } = await db.execute<Row>(selectRunDays(ownerId, runDayOf(now - (days - 1) * dayMs)))
  const empty = { completed: 0, failed: 0, stopped: 0 }
  const byDate = new Map(
    Array.from({ length: days }, (_, index) => {
      const date = runDayOf(now - (days - 1 - index) * dayMs)
      return [date, { date, ...empty }]
    }),
  )
  const sums = { ...empty }
  for (const { date, outcome, total } of rows) {
    const day = byDate.get(date)
    // A run that ended by another process's clock may be of tomorrow.
    if (!day) continue
    day[outcome] += total
    sums[outcome] += total
  }
  const { completed, failed } = sums
  return {
    days: [...byDate.values()],
    runs: {
      ...sums,
      successRate: completed + failed === 0 ? null : completed / (completed + failed),
      p95DurationMs: findPercentile(
        rows.filter(({ date, outcome }) => outcome === 'completed' && byDate.has(date)),
        0.95,
      ),
    },
  }
}

export const selectRunDays = (ownerId: string, from: string) => sql`
  select day::text as date, outcome, duration_class as "durationClass", sum(total)::integer as total from (
    select day, outcome, duration_class, total from automation.run_days
    where owner_id = ${ownerId} and day >= ${from}
    union all
    select day, outcome, duration_class, 1 from automation.ended_runs
    where owner_id = ${ownerId} and day >= ${from}
  ) ended group by day, outcome, duration_class`

/** The middle of the class of durations in which so large a part of the runs is reached. */
function findPercentile(rows: Row[], part: number): number | null {
  const all = rows.reduce((sum, { total }) => sum + total, 0)
  let reached = 0
  for (const { durationClass, total } of rows.toSorted((a, b) => a.durationClass - b.durationClass)) {
    reached += total
    if (reached >= part * all) return Math.round(2 ** ((durationClass + 0.5) / 4))
  }
  return null
}
