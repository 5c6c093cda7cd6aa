import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { emails, returnPaths } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { countReturned } from '../sending/count-returned.ts'
import { isOfMailbox, readBounce } from './read-bounce.ts'
import { suspendDestination } from './suspend-destination.ts'

/**
 * Records a bounce on the email or forward that bounced. A report that is no bounce, or of a deleted email, is
 * dropped.
 */
export async function recordBounce(
  tx: Db,
  services: MailServices,
  token: string,
  content: Buffer,
): Promise<void> {
  const bounce = readBounce(content)
  if (!bounce) return
  const [returned] = await tx.select().from(returnPaths).where(eq(returnPaths.token, token))
  if (!returned) return
  const { emailId, forwardingAddressId } = returned
  const { status, reason } = bounce
  if (forwardingAddressId === null) {
    await recordSentBounce(tx, services, returned, reason)
    return
  }
  await tx
    .update(emails)
    .set({ forwardStatus: 'bounced', forwardReason: reason })
    .where(and(eq(emails.id, emailId), inArray(emails.forwardStatus, ['queued', 'sent'])))
  if (isOfMailbox(status)) await suspendDestination(tx, services, forwardingAddressId, reason)
}

/** Counts the bounce of a sent email too, unless the email has bounced before. A deleted one counts as well. */
async function recordSentBounce(
  tx: Db,
  services: MailServices,
  { token, emailId, accountId }: typeof returnPaths.$inferSelect,
  reason: string,
): Promise<void> {
  const [first] = await tx
    .update(returnPaths)
    .set({ bouncedAt: new Date(services.clock.now()) })
    .where(and(eq(returnPaths.token, token), isNull(returnPaths.bouncedAt)))
    .returning({ token: returnPaths.token })
  const [email] = await tx
    .select({ status: emails.status })
    .from(emails)
    .where(eq(emails.id, emailId))
    .for('no key update')
  await tx
    .update(emails)
    .set({ status: 'bounced', statusReason: reason })
    .where(and(eq(emails.id, emailId), inArray(emails.status, ['queued', 'sent'])))
  if (first && accountId !== null && email?.status !== 'bounced')
    await countReturned(tx, services, 'bounces', [accountId])
}
