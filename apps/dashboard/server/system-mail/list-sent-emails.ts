import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { systemEmails } from '../db/tables.ts'
import type { Services } from '../services.ts'

/** A sent e-mail, in the format of the alias service's development outbox. */
export const sentEmail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  createdAt: z.iso.datetime(),
})

/** Lists the sent e-mails, newest first. */
export async function listSentEmails(
  { db }: Services,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<z.infer<typeof sentEmail>[]> {
  const rows = await db
    .select()
    .from(systemEmails)
    .where(and(isNotNull(systemEmails.sentAt), to === undefined ? undefined : eq(systemEmails.recipient, to)))
    .orderBy(desc(systemEmails.id))
    .limit(limit)
  return rows.map(({ id, recipient, subject, body, createdAt }) => ({
    id,
    to: recipient,
    subject: subject ?? '',
    bodyText: body ?? '',
    createdAt: createdAt.toISOString(),
  }))
}
