import { and, eq } from 'drizzle-orm'
import { emails, messages } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { emailNotFound } from '../emails/get-email.ts'
import { openFile, type KeptFile } from './open-file.ts'

/** The message byte for byte, as it was received or sent. */
export async function getRawEmail(
  { db, storage }: Services,
  { ownerId }: Actor,
  id: string,
): Promise<KeptFile> {
  const [row] = await db
    .select({ content: messages.content, restId: messages.restId, size: messages.size })
    .from(emails)
    .innerJoin(messages, eq(messages.id, emails.messageId))
    .where(and(eq(emails.id, id), eq(emails.ownerId, ownerId)))
  if (!row) throw emailNotFound()
  return openFile(storage, row)
}
