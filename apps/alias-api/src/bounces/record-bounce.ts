import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { emails, returnPaths } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { isOfMailbox, readBounce } from './read-bounce.ts'
import { suspendDestination } from './suspend-destination.ts'

/** Writes a bounce down where the mail is that bounced. What is no bounce, or of nothing any more, is let go. */
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
    await tx
      .update(emails)
      .set({ status: 'bounced', statusReason: reason })
      .where(and(eq(emails.id, emailId), inArray(emails.status, ['queued', 'sent'])))
    return
  }
  await tx
    .update(emails)
    .set({ forwardStatus: 'bounced', forwardReason: reason })
    .where(and(eq(emails.id, emailId), inArray(emails.forwardStatus, ['queued', 'sent'])))
  if (isOfMailbox(status)) await suspendDestination(tx, services, forwardingAddressId, reason)
}
