import { and, sql, type Placeholder, type SQL } from 'drizzle-orm'

export interface EmailMatch {
  /** A part of the sender's address or name, case-insensitive. */
  from?: string | undefined
  /** A part of the subject, case-insensitive. */
  subject?: string | undefined
  /** A part of the sender, the subject or the text, case-insensitive. */
  q?: string | undefined
  /** Received at this time or later. */
  since?: Date | undefined
}

type Values = Partial<Record<keyof EmailMatch, string | Placeholder | undefined>>

/** The condition on emails by what they say; undefined where none is wanted. */
export function matchEmails({ from, subject, q, since }: Values): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`(${has(sql`from_address`, from)} or ${has(sql`from_name`, from)})`,
    subject === undefined ? undefined : has(sql`subject`, subject),
    q === undefined
      ? undefined
      : sql`(${sql.join(
          [sql`subject`, sql`from_address`, sql`from_name`, sql`body_text`].map((text) => has(text, q)),
          sql` or `,
        )})`,
    since === undefined ? undefined : sql`received_at >= ${since}::timestamptz`,
  )
}

const has = (text: SQL, part: string | Placeholder) => sql`strpos(lower(${text}), lower(${part}::text)) > 0`
