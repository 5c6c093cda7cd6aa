import { and, asc, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { attachments, emailRecipients, emails } from '../db/mail-tables.ts'
import { readEmailForwards } from '../forwarding/email-forwards.ts'
import type { Actor, Services } from '../services.ts'
import { findParticipants } from './find-participants.ts'
import type { EmailRecipient } from './email-recipient.ts'
import type { EmailDetail } from './email.ts'
import { toEmailDetail, type AttachmentRow } from './to-email.ts'

export const emailNotFound = () => new DomainError('not_found', 'Email not found')

/** One email, also a deleted one. Reading it does not mark it as read. */
export async function getEmail({ db }: Services, { ownerId }: Actor, id: string): Promise<EmailDetail> {
  const [row] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.ownerId, ownerId)))
  if (!row) throw emailNotFound()
  return readDetail(db, row)
}

/** An email with what belongs to it. */
export async function readDetail(db: Db, row: typeof emails.$inferSelect): Promise<EmailDetail> {
  return toEmailDetail(row, {
    attached: row.hasAttachments ? await listAttachments(db, row.messageId) : [],
    sentTo: await findRecipients(db, row),
    participants: await findParticipants(db, row),
    forwards: row.forwardCount === null ? [] : await readEmailForwards(db, row.id),
  })
}

/** The recipients of a sent email that has several. */
async function findRecipients(
  db: Db,
  { id, type }: Pick<typeof emails.$inferSelect, 'id' | 'type'>,
): Promise<EmailRecipient[]> {
  if (type !== 'sent') return []
  const { address, kind, status, reason, number, emailId } = emailRecipients
  return db
    .select({ address, kind, status, reason })
    .from(emailRecipients)
    .where(eq(emailId, id))
    .orderBy(asc(number))
}

async function listAttachments(db: Db, messageId: string): Promise<AttachmentRow[]> {
  const { id, filename, contentType, contentId, isInline, size } = attachments
  return db
    .select({ id, filename, contentType, size, contentId, isInline })
    .from(attachments)
    .where(eq(attachments.messageId, messageId))
    .orderBy(asc(attachments.position))
}
