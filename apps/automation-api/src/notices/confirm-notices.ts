import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'

/** Records that owners were told. A notice is claimed where the state was told otherwise: now it is the other one. */
export async function confirmNotices(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: string[],
): Promise<void> {
  await db.execute(sql`
    update automation.schedule_notices
    set is_failing = not is_failing, told_at = ${new Date(clock.now())}, claimed_until = null
    where notice_id in ${ids} and claimed_until is not null
  `)
  await db.execute(sql`
    update automation.waiting_notices set told_at = ${new Date(clock.now())} where id in ${ids}
  `)
  await db.execute(sql`
    update automation.webhook_notices set told_at = ${new Date(clock.now())} where notice_id in ${ids}
  `)
  await db.execute(sql`
    update automation.notices set told_at = ${new Date(clock.now())} where id in ${ids}
  `)
}
