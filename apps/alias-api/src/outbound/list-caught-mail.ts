import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { decodeWords } from 'postal-mime'
import { fitPage } from '@waypost/postgres'
import { caughtMail } from '../db/mail-tables.ts'
import type { Services } from '../services.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { splitMessage } from '../signing/split-message.ts'
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
        headers: splitMessage(content).fields.map(readField),
        raw: content.toString(),
        createdAt: createdAt.toISOString(),
      }
    }),
  )
}

function readField(field: string): CaughtMessage['headers'][number] {
  const colon = field.indexOf(':')
  const value = Buffer.from(field.slice(colon + 1), 'latin1').toString()
  return {
    name: field.slice(0, Math.max(colon, 0)),
    value: decodeWords(value.replaceAll(/\r\n(?=[ \t])/g, '').trim()),
  }
}
