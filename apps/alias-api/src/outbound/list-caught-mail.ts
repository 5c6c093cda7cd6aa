import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { fitPage } from '@waypost/postgres'
import { caughtMail } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import type { CaughtMessage } from './caught-mail.ts'

/** Messages of all accounts, newest first; fewer than the limit where they are large. */
export async function listCaughtMail(
  { db }: Pick<Services, 'db'>,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<CaughtMessage[]> {
  const fitting = fitPage(
    db
      .select({ id: caughtMail.id })
      .from(caughtMail)
      .where(to === undefined ? undefined : eq(caughtMail.rcptTo, to))
      .orderBy(desc(caughtMail.id))
      .limit(limit),
    (id) => sql<number>`(select octet_length(content) from ${caughtMail} sized where sized.id = ${id})`,
  )
  const rows = await db
    .select(getTableColumns(caughtMail))
    .from(caughtMail)
    .innerJoin(fitting.rows, eq(caughtMail.id, fitting.key))
    .orderBy(desc(caughtMail.id))
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
