import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { queuedNotice, type QueuedNotice } from './notice.ts'

const batchSize = 100
const claimedMs = 2 * 60_000
/** Older ones are no news. */
const longestMs = 24 * 60 * 60_000

/**
 * Claims notices of the kinds that the issuer knows. What is not confirmed is claimed again later.
 */
export async function claimQueuedNotices(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kinds: string[],
): Promise<QueuedNotice[]> {
  if (kinds.length === 0) return []
  const now = clock.now()
  const { rows } = await db.execute<Record<string, unknown> & { data: object }>(sql`
    with claimed as (
      update automation.notices set claimed_until = ${new Date(now + claimedMs)}
      where id in (
        select id from automation.notices
        where told_at is null and created_at > ${new Date(now - longestMs)} and kind in ${kinds}
          and (claimed_until is null or claimed_until <= ${new Date(now)})
        order by created_at limit ${batchSize} for update skip locked
      )
      returning id, owner_id, kind, automation_id, data
    )
    select claimed.id, claimed.owner_id as "ownerId", kind, data, automation.id as "automationId",
      automation.name as "automationName"
    from claimed left join automation.automations automation on automation.id = automation_id
  `)
  return rows.map(({ data, ...row }) => queuedNotice.parse({ ...row, ...data }))
}
