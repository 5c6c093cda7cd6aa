import { desc, eq } from 'drizzle-orm'
import { caughtMail } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'
import { parseMessage } from '../smtp/parse-message.ts'
import type { CaughtLetter } from './caught-mail.ts'

/** The newest first, of all accounts. */
export async function listCaughtMail(
  { db }: Pick<Services, 'db'>,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<CaughtLetter[]> {
  const rows = await db
    .select()
    .from(caughtMail)
    .where(to === undefined ? undefined : eq(caughtMail.rcptTo, to))
    .orderBy(desc(caughtMail.id))
    .limit(limit)
  return Promise.all(
    rows.map(async ({ id, mailFrom, rcptTo, content, createdAt }) => {
      const { from, subject, text, html } = await parseMessage(content)
      return {
        id,
        from: from || mailFrom,
        to: rcptTo,
        subject,
        bodyText: text,
        bodyHtml: html,
        raw: content.toString(),
        createdAt: createdAt.toISOString(),
      }
    }),
  )
}
