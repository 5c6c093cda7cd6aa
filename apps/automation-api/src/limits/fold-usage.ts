import { sql } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import type { Services } from '../services.ts'
import { countBytes } from './count-bytes.ts'

const ownersAtATime = 100
const changesAtATime = 10_000

/**
 * Adds the changes of accounts' usage up, so that there are never many to be read. Safe to repeat; of several processes
 * one does it at a time.
 */
export async function foldUsage({ db }: Pick<Services, 'db'>): Promise<void> {
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
    await tx.execute(sql`
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
  `)
  })
}
