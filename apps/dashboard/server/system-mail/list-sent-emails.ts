import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { systemEmails } from '../db/tables.ts'
import type { Services } from '../services.ts'

/** A mail that was sent, in the form in which the alias service shows its own. */
export const sentEmail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  createdAt: z.iso.datetime(),
})

/** The newest first. */
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
