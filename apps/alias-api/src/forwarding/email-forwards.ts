import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { insertRows, type Db } from '@waypost/postgres'
import { emailForwards, emails } from '../db/mail-tables.ts'
import type { RoutedTo } from '../mail-rules/route-emails.ts'

/** The forward of an email to one of several mailboxes. */
export interface ForwardPlace {
  emailId: string
  number: number
}

/** What became of such a forward. */
export interface ForwardEnd extends ForwardPlace {
  status: 'sent' | 'bounced' | 'failed'
  reason: string | null
}

/** Lists the mailboxes of emails that go to several, before it is decided whether they are forwarded. */
export async function addEmailForwards(
  tx: Db,
  planned: { emailId: string; destinations: RoutedTo[] }[],
): Promise<void> {
  const rows = planned.flatMap(({ emailId, destinations }) =>
    destinations.map(({ forwardingAddressId, to: address }, index) => ({
      emailId,
      number: index + 1,
      forwardingAddressId,
      address,
    })),
  )
  await insertRows(tx, emailForwards, rows)
}

/** The forwards of an email that goes to several mailboxes, in their order. */
export async function readEmailForwards(db: Db, emailId: string) {
  const { address, status, reason, removed, number } = emailForwards
  return db
    .select({ address, status, reason, removed })
    .from(emailForwards)
    .where(eq(emailForwards.emailId, emailId))
    .orderBy(asc(number))
}

/** Whether an email that goes to several mailboxes was sent to one of them, or is about to be. */
export async function hasLeftForSome(db: Db, emailId: string): Promise<boolean> {
  const { status, number } = emailForwards
  const left = await db
    .select({ number })
    .from(emailForwards)
    .where(and(eq(emailForwards.emailId, emailId), ne(status, 'withheld')))
    .limit(1)
  return left.length > 0
}

/** Holds emails until the end of the transaction: of two processes that finish the last two forwards of an email, the second must see what the first has written. */
export async function lockEmails(tx: Db, ids: string[]): Promise<void> {
  await tx
    .select({ id: emails.id })
    .from(emails)
    .where(inArray(emails.id, ids))
    .orderBy(emails.id)
    .for('no key update')
}

/** Takes the forward to a mailbox back that no rule chooses any more, unless it is decided already. */
export async function dropForward(db: Db, { emailId, number }: ForwardPlace): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEmails(tx, [emailId])
    await tx
      .delete(emailForwards)
      .where(
        and(
          eq(emailForwards.emailId, emailId),
          eq(emailForwards.number, number),
          isNull(emailForwards.status),
        ),
      )
    await summarizeForwards(tx, [emailId])
  })
}

/**
 * Records what became of forwards of emails that go to several mailboxes, and of the emails.
 *
 * @param from the states in which a forward still changes
 */
export async function recordForwardEnds(
  tx: Db,
  ends: ForwardEnd[],
  from: ('queued' | 'sent')[] = ['queued'],
): Promise<void> {
  if (ends.length === 0) return
  const column = (of: (end: ForwardEnd) => string | number | null) => sql.param(ends.map(of))
  const ids = ends.map(({ emailId }) => emailId)
  await lockEmails(tx, ids)
  await tx.execute(sql`
    update alias.email_forwards forward set status = ended.status, reason = ended.reason
    from unnest(${column(({ emailId }) => emailId)}::uuid[], ${column(({ number }) => number)}::integer[],
      ${column(({ status }) => status)}::text[], ${column(({ reason }) => reason)}::text[])
      as ended (email_id, number, status, reason)
    where forward.email_id = any(${sql.param(ids)}::uuid[]) and forward.email_id = ended.email_id and forward.number = ended.number
      and forward.status = any(${sql.param(from)}::text[])
  `)
  await summarizeForwards(tx, ids)
}

/**
 * Writes what became of emails from their forwards: an email is queued while one of them waits, and has then the worst of their
 * outcomes. It has none while nothing is decided. Whoever calls this has locked the emails.
 */
export async function summarizeForwards(tx: Db, emailIds: string[], at = new Date()): Promise<void> {
  await tx.execute(sql`
    update alias.emails email
    set forwarded_at = case when found.is_begun then coalesce(email.forwarded_at, ${at}::timestamptz) end,
      forward_status = case when found.is_begun then found.statuses[1] end,
      forward_to = case when found.is_begun then found.addresses[1] end,
      forward_reason = case when found.is_begun then found.reasons[1] end
    from (
      select email_id, bool_or(status is not null) as is_begun,
        array_agg(coalesce(status, 'queued') order by severity, number) as statuses,
        array_agg(address order by severity, number) as addresses, array_agg(reason order by severity, number) as reasons
      from alias.email_forwards,
        array_position(array['queued', 'bounced', 'failed', 'withheld', 'sent'], coalesce(status, 'queued')) as severity
      where email_id = any(${sql.param(emailIds)}::uuid[]) group by email_id
    ) found
    where email.id = found.email_id
  `)
}
