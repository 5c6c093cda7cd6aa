import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Notice } from './notice.ts'

const batchSize = 100
const claimedMs = 2 * 60_000
/** A schedule that fails and recovers by turns causes no more than one e-mail in this time. */
const pauseMs = 60 * 60_000

interface Row extends Record<string, unknown>, Omit<Notice, 'nextRunAt'> {
  nextRunAt: string | null
}

/**
 * Claims notices about schedules whose state is not the one that their owners were last told of: one at the first failure,
 * and one once a run completes again. What is not confirmed is claimed again later.
 */
export async function claimNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Notice[]> {
  const now = clock.now()
  const at = new Date(now)
  const { rows } = await db.execute<Row>(sql`
    with changed as materialized (
      select schedule.id from automation.schedules schedule
      left join automation.schedule_notices notice on notice.schedule_id = schedule.id
      where failing_since is not null and notice.is_failing is not true
      union all
      select schedule.id from automation.schedule_notices notice
      join automation.schedules schedule on schedule.id = notice.schedule_id
      where notice.is_failing and failing_since is null
    ), claimed as (
      insert into automation.schedule_notices as notice (schedule_id, is_failing, notice_id, claimed_until)
      select id, false, uuidv7(), ${new Date(now + claimedMs)}::timestamptz from changed
      where not exists (
        select from automation.schedule_notices told where told.schedule_id = changed.id
          and (told.told_at > ${new Date(now - pauseMs)}::timestamptz or told.claimed_until > ${at}::timestamptz)
      )
      order by id limit ${batchSize}
      on conflict (schedule_id) do update set
        notice_id = case when notice.claimed_until is null then excluded.notice_id else notice.notice_id end,
        claimed_until = excluded.claimed_until
      where notice.claimed_until is null or notice.claimed_until <= ${at}::timestamptz
      returning schedule_id, notice_id
    )
    select notice_id as id, owner_id as "ownerId", schedule.id as "scheduleId", name as "scheduleName",
      case when failing_since is null then 'schedule_recovered' else 'schedule_failing' end as kind,
      case when failing_since is not null then last_error end as error,
      next_at as "nextRunAt"
    from claimed join automation.schedules schedule on schedule.id = schedule_id
  `)
  return rows.map(({ nextRunAt, ...row }) => ({
    ...row,
    nextRunAt: nextRunAt && new Date(nextRunAt).toISOString(),
  }))
}
