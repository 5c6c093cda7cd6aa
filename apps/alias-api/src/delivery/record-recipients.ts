import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** What became of the mail to one of several recipients. */
export interface RecipientEnd {
  emailId: string
  recipient: number
  status: 'sent' | 'bounced' | 'failed'
  reason: string | null
}

/**
 * Records what became of the mail to recipients of emails that have several, and of the emails: an email is queued while
 * one of its recipients waits, and then has the worst of their outcomes.
 *
 * @param from the states in which a recipient still changes
 */
export async function recordRecipients(
  tx: Db,
  ends: RecipientEnd[],
  from: ('queued' | 'sent')[] = ['queued'],
): Promise<void> {
  if (ends.length === 0) return
  const column = (of: (end: RecipientEnd) => string | number | null) => sql.param(ends.map(of))
  const emailIds = sql.param([...new Set(ends.map(({ emailId }) => emailId))])
  // Of two processes that finish the last two recipients, the second must see what the first has written.
  await tx.execute(sql`
    select from alias.emails where id = any(${emailIds}::uuid[]) order by id for no key update
  `)
  await tx.execute(sql`
    update alias.email_recipients recipient set status = ended.status, reason = ended.reason
    from unnest(${column(({ emailId }) => emailId)}::uuid[], ${column(({ recipient }) => recipient)}::integer[],
      ${column(({ status }) => status)}::text[], ${column(({ reason }) => reason)}::text[])
      as ended (email_id, number, status, reason)
    where recipient.email_id = any(${emailIds}::uuid[]) and recipient.email_id = ended.email_id and recipient.number = ended.number
      and recipient.status = any(${sql.param(from)}::text[])
  `)
  await tx.execute(sql`
    update alias.emails email set status = found.status, status_reason = found.reason
    from (
      select email_id,
        case when bool_or(status = 'queued') then 'queued' when bool_or(status = 'bounced') then 'bounced'
          when bool_or(status = 'failed') then 'failed' else 'sent' end as status,
        case when not bool_or(status = 'queued')
          then (array_agg(address || ': ' || reason order by status, number) filter (where reason is not null))[1] end as reason
      from alias.email_recipients where email_id = any(${emailIds}::uuid[]) group by email_id
    ) found
    where email.id = found.email_id
  `)
}
