import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { firstIdAt, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { enqueueJobs } from '@waypost/work-queues'
import { emailForwards, emails } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'
import { enqueueReleased } from './enqueue-forwards.ts'
import { columnsToForward } from './find-forwards.ts'
import { lockEmails, summarizeForwards } from './email-forwards.ts'
import { forwardQueue, rewrittenForwardQueue } from './forward-queue.ts'
import { undecided } from './undecided.ts'
import { withheldReasons, type Withheld } from './withheld-reasons.ts'

const releasedMs = 7 * 86_400_000
const mostReleased = 1000

interface ReleasedTo {
  id: string
  ownerId: string
  email: string
  pgpKey: string | null
}

/**
 * Enqueues the emails of the last week that were withheld from a mailbox for reasons that hold no more, the newest if they
 * are many: it has another key now, or was confirmed again.
 */
export async function releaseWithheld(
  tx: Db,
  services: Pick<Services, 'clock' | 'work'>,
  mailbox: ReleasedTo,
  because: Withheld[],
): Promise<void> {
  const { ownerId } = mailbox
  const since = firstIdAt(new Date(services.clock.now() - releasedMs))
  const reasons = because.map((each) => withheldReasons[each])
  const { id } = emails
  const withheld = tx
    .select({ id })
    .from(emails)
    .where(
      and(
        eq(emails.ownerId, ownerId),
        eq(emails.type, 'received'),
        sql`is_deleted = false`,
        gte(id, since),
        eq(emails.forwardStatus, 'withheld'),
        eq(emails.forwardTo, mailbox.email),
        isNull(emails.forwardCount),
        inArray(emails.forwardReason, reasons),
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
  await releaseOfSeveral(tx, services, mailbox, { since, reasons })
}

/** Of emails that go to several mailboxes, the forwards to this one. */
async function releaseOfSeveral(
  tx: Db,
  { work }: Pick<Services, 'work'>,
  { id: mailboxId, ownerId, pgpKey }: ReleasedTo,
  { since, reasons }: { since: string; reasons: string[] },
): Promise<void> {
  const { emailId, forwardingAddressId, number, status, reason } = emailForwards
  const withheld = await tx
    .select({ emailId, number })
    .from(emailForwards)
    .innerJoin(emails, eq(emails.id, emailId))
    .where(
      and(
        eq(forwardingAddressId, mailboxId),
        gte(emailId, since),
        eq(status, 'withheld'),
        inArray(reason, reasons),
        eq(emails.ownerId, ownerId),
        isNull(emails.deletedAt),
      ),
    )
    .orderBy(desc(emailId))
    .limit(mostReleased)
  if (withheld.length === 0) return
  const ids = withheld.map((each) => each.emailId)
  await lockEmails(tx, ids)
  await tx
    .update(emailForwards)
    .set({ status: null, reason: null, removed: null })
    .where(and(inArray(emailId, ids), eq(forwardingAddressId, mailboxId), eq(status, 'withheld')))
  await summarizeForwards(tx, ids)
  const trace = carryTrace()
  await enqueueJobs(
    tx,
    work,
    // Where a rule removes trackers, a usual job makes way for one of the other queue.
    (pgpKey === null ? forwardQueue : rewrittenForwardQueue).name,
    withheld.map((place) => ({ ownerId, data: { ...place, forwardingAddressId: mailboxId, ...trace } })),
  )
}
