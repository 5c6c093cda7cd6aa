import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { attachments, emails } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { openFile, orUnavailable, toReadable, type KeptFile } from './open-file.ts'
import { openInMessage } from './open-in-message.ts'
import { emailNotFound } from '../emails/get-email.ts'

export interface Attachment extends KeptFile {
  filename: string | null
  contentType: string
}

export async function getAttachment(
  services: Pick<Services, 'db' | 'storage'>,
  { ownerId }: Actor,
  emailId: string,
  id: string,
): Promise<Attachment> {
  const { db, storage } = services
  const [email] = await db
    .select({ messageId: emails.messageId })
    .from(emails)
    .where(and(eq(emails.id, emailId), eq(emails.ownerId, ownerId)))
  if (!email) throw emailNotFound()
  const [row] = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, id), eq(attachments.messageId, email.messageId)))
  if (!row) throw new DomainError('not_found', 'Attachment not found')
  const { messageId, messageOffset, messageBytes } = row
  if (messageOffset === null || messageBytes === null) return { ...row, ...(await openFile(storage, row)) }
  const content = await orUnavailable(openInMessage(services, messageId, { messageOffset, messageBytes }))
  return { ...row, content: toReadable(content) }
}
