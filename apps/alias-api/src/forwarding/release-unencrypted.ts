import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { firstIdAt, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { emails } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'
import { enqueueReleased } from './enqueue-forwards.ts'
import { columnsToForward } from './find-forwards.ts'
import { undecided } from './undecided.ts'
import { withheldReasons } from './withheld-reasons.ts'

const releasedMs = 7 * 86_400_000
const mostReleased = 1000

/**
 * Enqueues the emails of the last week that were withheld because they could not be encrypted for a mailbox, the newest if
 * they are many: it has another key now.
 */
export async function releaseUnencrypted(
  tx: Db,
  services: Pick<Services, 'clock' | 'work'>,
  { ownerId, email: mailbox }: { ownerId: string; email: string },
): Promise<void> {
  const { id } = emails
  const withheld = tx
    .select({ id })
    .from(emails)
    .where(
      and(
        eq(emails.ownerId, ownerId),
        eq(emails.type, 'received'),
        sql`is_deleted = false`,
        gte(id, firstIdAt(new Date(services.clock.now() - releasedMs))),
        eq(emails.forwardStatus, 'withheld'),
        eq(emails.forwardTo, mailbox),
        inArray(emails.forwardReason, [withheldReasons.expired, withheldReasons.unencrypted]),
      ),
    )
    .orderBy(sql`${id} desc`)
    .limit(mostReleased)
  const released = await tx
    .update(emails)
    .set(undecided)
    .where(inArray(id, withheld))
    .returning({ ...columnsToForward, hasAttachments: emails.hasAttachments, spam: emails.spam })
  await enqueueReleased(tx, services, released, carryTrace())
}
