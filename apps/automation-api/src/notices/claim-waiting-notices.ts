import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { WaitingNotice } from './notice.ts'

const batchSize = 100
const claimedMs = 2 * 60_000
/** No run waits for longer. */
const longestMs = 15 * 60_000

/** Claims notices about runs that still wait for a person. What is not confirmed is claimed again later. */
export async function claimWaitingNotices({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<WaitingNotice[]> {
  const now = clock.now()
  const { rows } = await db.execute<WaitingNotice & Record<string, unknown>>(sql`
    with claimed as (
      update automation.waiting_notices set claimed_until = ${new Date(now + claimedMs)}
      where id in (
        select id from automation.waiting_notices
        where told_at is null and created_at > ${new Date(now - longestMs)}
          and (claimed_until is null or claimed_until <= ${new Date(now)})
        order by created_at limit ${batchSize} for update skip locked
      )
      returning id, execution_id
    )
    select claimed.id, execution.owner_id as "ownerId", 'execution_waiting' as kind,
      execution.id as "executionId", automation.name as "automationName",
      execution.waiting ->> 'message' as message, execution.waiting ->> 'until' as until
    from claimed
      join automation.executions execution on execution.id = claimed.execution_id
      join automation.automations automation on automation.id = execution.automation_id
    where execution.status = 'running' and execution.waiting is not null and execution.resumed_at is null
  `)
  return rows
}
