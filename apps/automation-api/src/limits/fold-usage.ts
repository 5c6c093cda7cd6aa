import { sql } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import type { Services } from '../services.ts'
import { countBytes } from './count-bytes.ts'
import { limitOf } from './limit-of.ts'
import { runDayOf } from './run-day.ts'
import { tellOfNearLimits } from './tell-of-near-limits.ts'

interface FoldedUsage extends Record<string, unknown> {
  ownerId: string
  bytes: number
  runMs: number
  /** Whether the minutes are of today: a change may come a day late. */
  isToday: boolean
  bytesLimit: number
  minutesLimit: number
}

const ownersAtATime = 100
const changesAtATime = 10_000

/**
 * Adds the changes of accounts' usage up, so that there are never many to be read, and tells owners whose limits are nearly reached. Safe to repeat; of several processes
 * one does it at a time.
 */
export async function foldUsage({
  db,
  clock,
  limits,
}: Pick<Services, 'db' | 'clock' | 'limits'>): Promise<void> {
  const { rows } = await db.execute<{ ownerId: string }>(sql`
    select distinct owner_id as "ownerId" from automation.usage_changes changes
    where not exists (select from automation.account_usage usage where usage.owner_id = changes.owner_id)
    limit ${ownersAtATime}
  `)
  await settleAll(rows, ({ ownerId }) => countBytes(db, ownerId))
  await db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('automation.fold-usage', 0)) as "isMine"`,
    )
    if (!locked[0]!.isMine) return
    const { rows: folded } = await tx.execute<FoldedUsage>(sql`
    with taken as (
      delete from automation.usage_changes where id in (
        select id from automation.usage_changes changes
        where exists (select from automation.account_usage usage where usage.owner_id = changes.owner_id)
        order by id limit ${changesAtATime}
      ) returning owner_id, bytes, run_day, run_ms
    ), latest as (
      select taken.owner_id, greatest(max(taken.run_day), usage.run_day) as run_day
      from taken join automation.account_usage usage using (owner_id) group by taken.owner_id, usage.run_day
    ), sums as (
      select taken.owner_id, latest.run_day, sum(taken.bytes) as bytes,
        coalesce(sum(taken.run_ms) filter (where taken.run_day = latest.run_day), 0) as run_ms
      from taken join latest using (owner_id) group by taken.owner_id, latest.run_day
    )
    update automation.account_usage usage set
      bytes_stored = usage.bytes_stored + sums.bytes,
      run_ms = sums.run_ms + case when usage.run_day = sums.run_day then usage.run_ms else 0 end,
      run_day = sums.run_day
    from sums where sums.owner_id = usage.owner_id
    returning usage.owner_id as "ownerId", usage.bytes_stored::float8 as bytes, usage.run_ms::float8 as "runMs",
      usage.run_day = ${runDayOf(clock.now())} as "isToday",
      ${limitOf(limits, 'bytesStored', sql`usage.owner_id`)}::float8 as "bytesLimit",
      ${limitOf(limits, 'runMinutesPerDay', sql`usage.owner_id`)}::float8 as "minutesLimit"
  `)
    for (const { ownerId, bytes, runMs, isToday, bytesLimit, minutesLimit } of folded)
      await tellOfNearLimits(tx, clock.now(), ownerId, [
        { name: 'bytesStored', used: bytes, limit: bytesLimit },
        ...(isToday
          ? [{ name: 'runMinutesPerDay' as const, used: Math.floor(runMs / 60_000), limit: minutesLimit }]
          : []),
      ])
  })
}
