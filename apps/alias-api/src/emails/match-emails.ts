import { and, sql, type Placeholder, type SQL } from 'drizzle-orm'

export interface EmailMatch {
  /** A part of the sender's address or name, case-insensitive. */
  from?: string | undefined
  /** A part of the subject, case-insensitive. */
  subject?: string | undefined
  /** A part of the sender, the subject or the text, case-insensitive. */
  q?: string | undefined
  /** A part of the sender or the subject, case-insensitive, which is found by an index. */
  search?: string | undefined
  /** Of this conversation. */
  threadId?: string | undefined
  /** One of its labels. */
  label?: string | undefined
  /** Whose forward is withheld. */
  isWithheld?: true | undefined
  /** Received at this time or later. */
  since?: Date | undefined
}

/** The same in a statement. */
export type MatchValues = Partial<
  Record<Exclude<keyof EmailMatch, 'isWithheld'>, string | Placeholder | undefined>
> &
  Pick<EmailMatch, 'isWithheld'>

/** The condition on emails by what they say; undefined where none is wanted. */
export function matchEmails(
  ownerId: string | Placeholder,
  { from, subject, q, search, threadId, label, isWithheld, since }: MatchValues,
): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`(${has(sql`from_address`, from)} or ${has(sql`from_name`, from)})`,
    subject === undefined ? undefined : has(sql`subject`, subject),
    q === undefined
      ? undefined
      : sql`(${sql.join(
          [sql`subject`, sql`from_address`, sql`from_name`, sql`body_text`].map((text) => has(text, q)),
          sql` or `,
        )})`,
    search === undefined ? undefined : sql`id = any(${findByHead(ownerId, search)})`,
    threadId === undefined ? undefined : sql`id = any(${findByThread(ownerId, threadId)})`,
    label === undefined ? undefined : sql`id = any(${findByLabel(ownerId, label)})`,
    isWithheld ? sql`id = any(${findWithheld(ownerId)})` : undefined,
    since === undefined ? undefined : sql`received_at >= ${since}::timestamptz`,
  )
}

/**
 * The same condition on emails of one conversation, each of which is judged by itself: an array of all that match would be looked
 * through for each of them.
 */
export function matchOfThread(
  ownerId: string | Placeholder,
  { search, label, isWithheld, threadId: _threadId, ...others }: MatchValues,
): SQL | undefined {
  return and(
    matchEmails(ownerId, others),
    search === undefined ? undefined : hasHead(search),
    label === undefined ? undefined : hasLabel(label),
    isWithheld ? sql`forward_status = 'withheld'` : undefined,
  )
}

const has = (text: SQL, part: string | Placeholder) => sql`strpos(lower(${text}), lower(${part}::text)) > 0`

/**
 * The ids of emails by sender or subject, as an array: so the index of these texts finds them, whatever the order and the page
 * of the list. Without it, the planner would look for them in the order of the list, through all of the owner's emails.
 */
const findByHead = (ownerId: string | Placeholder, part: string | Placeholder) => sql`array(
  select found.id from alias.emails found where found.owner_id = ${ownerId}
    and ${hasHead(part)}
)`

/** The condition on an email by its sender or subject. */
const hasHead = (part: string | Placeholder) =>
  sql`lower(subject || ' ' || from_name || ' ' || from_address) like lower(${part}::text)`

/** As an array too. An email from before there were conversations is one by itself. */
const findByThread = (ownerId: string | Placeholder, id: string | Placeholder) => sql`array(
  select found.id from alias.emails found where found.owner_id = ${ownerId} and found.thread_id = ${id}::uuid
  union all
  select found.id from alias.emails found where found.owner_id = ${ownerId} and found.id = ${id}::uuid
    and found.thread_id is null
)`

/** The same by a label, with its index. */
const findByLabel = (ownerId: string | Placeholder, label: string | Placeholder) => sql`array(
  select found.id from alias.emails found
  where found.owner_id = ${ownerId} and ${hasLabel(label)}
)`

const hasLabel = (label: string | Placeholder) => sql`labels @> array[${label}::text]`

const findWithheld = (ownerId: string | Placeholder) => sql`array(
  select found.email_id from alias.withheld_emails found where found.owner_id = ${ownerId}
)`
