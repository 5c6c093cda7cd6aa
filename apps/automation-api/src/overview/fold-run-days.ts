import { sql } from 'drizzle-orm'
import { runDayOf } from '../limits/run-day.ts'
import type { Services } from '../services.ts'

const dayMs = 86_400_000
const runsAtATime = 10_000
const keptDays = 100

/** Days before this one are shown by no overview. */
export const pastRunDay = (now: number): string => runDayOf(now - keptDays * dayMs)

/**
 * Adds up the runs that have ended, by account and day, and deletes days that no overview shows. Safe to repeat; of several
 * processes one does it at a time.
 */
export async function foldRunDays({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('automation.fold-run-days', 0)) as "isMine"`,
    )
    if (!locked[0]!.isMine) return
    await tx.execute(sql`
      with taken as (
        delete from automation.ended_runs where execution_id in (
          select execution_id from automation.ended_runs order by execution_id limit ${runsAtATime}
        ) returning owner_id, day, outcome, duration_class
      )
      insert into automation.run_days as counted (owner_id, day, outcome, duration_class, total)
      select owner_id, day, outcome, duration_class, count(*) from taken group by 1, 2, 3, 4
      on conflict (owner_id, day, outcome, duration_class) do update set total = counted.total + excluded.total
    `)
    await tx.execute(sql`delete from automation.run_days where day < ${pastRunDay(clock.now())}`)
  })
}
