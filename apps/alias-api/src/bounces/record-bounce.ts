import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { emailRecipients, emails, returnPaths } from '../db/mail-tables.ts'
import { recordRecipients, type RecipientEnd } from '../delivery/record-recipients.ts'
import { recordForwardEnds } from '../forwarding/email-forwards.ts'
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
  const { forwardingAddressId } = returned
  const { status, reason } = bounce
  if (forwardingAddressId === null) {
    await recordSentBounce(tx, services, returned, reason)
    return
  }
  await recordForwardBounce(tx, returned, reason)
  if (isOfMailbox(status)) await suspendDestination(tx, services, forwardingAddressId, reason)
}

async function recordForwardBounce(
  tx: Db,
  { emailId, recipient }: Pick<typeof returnPaths.$inferSelect, 'emailId' | 'recipient'>,
  reason: string,
): Promise<void> {
  if (recipient !== null) {
    const end = { emailId, number: recipient, status: 'bounced' as const, reason }
    return recordForwardEnds(tx, [end], ['queued', 'sent'])
  }
  await tx
    .update(emails)
    .set({ forwardStatus: 'bounced', forwardReason: reason })
    .where(and(eq(emails.id, emailId), inArray(emails.forwardStatus, ['queued', 'sent'])))
}

/** Counts the bounce of a sent email too, unless the email has bounced before. A deleted one counts as well. */
async function recordSentBounce(
  tx: Db,
  services: MailServices,
  { token, emailId, accountId, recipient }: typeof returnPaths.$inferSelect,
  reason: string,
): Promise<void> {
  const [first] = await tx
    .update(returnPaths)
    .set({ bouncedAt: new Date(services.clock.now()) })
    .where(and(eq(returnPaths.token, token), isNull(returnPaths.bouncedAt)))
    .returning({ token: returnPaths.token })
  const wasBounced =
    recipient === null
      ? await recordOfOne(tx, emailId, reason)
      : await recordOfSeveral(tx, { emailId, recipient, status: 'bounced', reason })
  if (first && accountId !== null && !wasBounced) await countReturned(tx, services, 'bounces', [accountId])
}

/** @returns whether the email has bounced before */
async function recordOfOne(tx: Db, emailId: string, reason: string): Promise<boolean> {
  const [email] = await tx
    .select({ status: emails.status })
    .from(emails)
    .where(eq(emails.id, emailId))
    .for('no key update')
  await tx
    .update(emails)
    .set({ status: 'bounced', statusReason: reason })
    .where(and(eq(emails.id, emailId), inArray(emails.status, ['queued', 'sent'])))
  return email?.status === 'bounced'
}

/** @returns whether the mail to the recipient has bounced before */
async function recordOfSeveral(tx: Db, end: RecipientEnd): Promise<boolean> {
  const [before] = await tx
    .select({ status: emailRecipients.status })
    .from(emailRecipients)
    .where(and(eq(emailRecipients.emailId, end.emailId), eq(emailRecipients.number, end.recipient)))
  await recordRecipients(tx, [end], ['queued', 'sent'])
  return before?.status === 'bounced'
}
