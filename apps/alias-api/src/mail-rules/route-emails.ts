import { sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import type { Destination } from '../forwarding/destination.ts'
import { isWanted } from '../forwarding/is-wanted.ts'
import type { emails } from '../db/mail-tables.ts'
import type { MailAction, MailConditions } from './mail-rule.ts'
import { matchesConditions, type ConditionedEmail } from './matches-conditions.ts'
import { headBytes, openFieldValues } from './read-field-values.ts'

/** Where an email goes: what is to be known of that when it is listed. */
export type RoutedTo = Pick<
  Destination,
  'to' | 'forwardingAddressId' | 'removesTrackers' | 'aliasLinks' | 'isEncrypted'
>

/** What becomes of a received email by the rules of its alias. */
export interface Route {
  /** Whether the alias has rules. Without any, its forwarding rule alone says. */
  hasRules: boolean
  destinations: RoutedTo[]
  labels: string[]
  /** Why it is among the deleted emails from the start. */
  removedBy: 'discard' | 'webhook' | null
}

export interface RoutedMessage {
  size: number
  /** At least its header. */
  content: Buffer
}

export type RoutedEmail = Pick<
  typeof emails.$inferSelect,
  'id' | 'addressId' | 'messageId' | 'fromAddress' | 'fromName' | 'subject' | 'hasAttachments' | 'isSpam'
> &
  Partial<Pick<typeof emails.$inferSelect, 'spam'>>

/** An active rule of an alias; its forwarding rule, which comes last, has no position. */
interface Rule extends Pick<
  Destination,
  'removesTrackers' | 'aliasLinks' | 'isEncrypted' | 'filterSender' | 'filterSubject'
> {
  addressId: string
  position: number | null
  conditions: MailConditions | null
  action: MailAction
  label: string | null
  stops: boolean
  /** Null: the mailbox is neither verified nor suspended, or the rule has none. */
  to: string | null
  forwardingAddressId: string | null
}

/**
 * Routes emails by the rules of all their aliases, which are read in one statement.
 *
 * @param messages by id: those of the emails
 */
export async function routeEmails(
  tx: Db,
  received: RoutedEmail[],
  messages: ReadonlyMap<string, RoutedMessage>,
): Promise<Map<string, Route>> {
  const ofAlias = Map.groupBy(
    await readRules(
      tx,
      received.map(({ addressId }) => addressId),
    ),
    ({ addressId }) => addressId,
  )
  return new Map(
    received.map((email) => [
      email.id,
      route(email, ofAlias.get(email.addressId) ?? [], messages.get(email.messageId)!),
    ]),
  )
}

const hasMailRules = (rules: Rule[] | undefined): boolean =>
  rules?.some(({ position }) => position !== null) ?? false

function route(email: RoutedEmail, rules: Rule[], message: RoutedMessage): Route {
  const routed: Route = { hasRules: hasMailRules(rules), destinations: [], labels: [], removedBy: null }
  const facts = {
    ...email,
    size: message.size,
    valuesOf: openFieldValues(message.content),
    spam: verdictOf(email),
  }
  for (const rule of rules) {
    if (!isMatch(facts, rule)) continue
    const { action, label } = rule
    if (action === 'forward') addDestination(routed.destinations, rule)
    else if (action === 'label' && label !== null && !routed.labels.includes(label)) routed.labels.push(label)
    else if (action === 'discard' || action === 'webhook') routed.removedBy = action
    if (rule.stops) break
  }
  return routed
}

const isMatch = (email: ConditionedEmail, rule: Rule): boolean =>
  rule.conditions === null ? isWanted(email, rule) : matchesConditions(email, rule.conditions)

function addDestination(destinations: RoutedTo[], rule: Rule): void {
  const { to, forwardingAddressId, removesTrackers, aliasLinks, isEncrypted } = rule
  // An email goes to a mailbox once, however many rules say so.
  if (to === null || forwardingAddressId === null) return
  if (destinations.some((each) => each.forwardingAddressId === forwardingAddressId)) return
  destinations.push({ to, forwardingAddressId, removesTrackers, aliasLinks, isEncrypted })
}

/** What its owner has said counts before what was made of it. */
function verdictOf({ isSpam, spam }: RoutedEmail): ConditionedEmail['spam'] {
  if (isSpam) return 'spam'
  return spam?.verdict === 'suspect' ? 'suspect' : 'clean'
}

function readRules(tx: Db, addressIds: string[]): Promise<Rule[]> {
  const ids = sql`any(${sql.param(addressIds)}::uuid[])`
  // What would go to a suspended one is withheld, for its owner to see.
  const isKnown = sql`(mailbox.verified_at is not null or mailbox.suspended_at is not null)`
  const mailboxes = sql`mailbox.email as to, mailbox.id as "forwardingAddressId",
    case when mailbox.has_alias_links then mailbox.alias_links_in end as "aliasLinks",
    mailbox.pgp_key is not null as "isEncrypted"`
  return executePrepared<Rule & Record<string, unknown>>(
    tx,
    sql`
      select rule.address_id as "addressId", null::integer as position, null::jsonb as conditions, 'forward' as action,
        null as label, true as stops, rule.filter_sender as "filterSender", rule.filter_subject as "filterSubject",
        rule.removes_trackers as "removesTrackers", ${mailboxes}
      from alias.forwarding_rules rule
      join alias.forwarding_addresses mailbox on mailbox.id = rule.forward_to_id and ${isKnown}
      where rule.address_id = ${ids} and rule.is_active
      union all
      select rule.address_id, rule.position, rule.conditions, rule.action, rule.label, rule.stops, null, null,
        coalesce(own.removes_trackers, false), ${mailboxes}
      from alias.mail_rules rule
      left join alias.forwarding_addresses mailbox on mailbox.id = rule.forward_to_id and ${isKnown}
      left join alias.forwarding_rules own on own.address_id = rule.address_id
      where rule.address_id = ${ids} and rule.is_active
      order by position nulls last
    `,
  )
}

/** The messages of emails, with as much of each as conditions look at. */
export async function readRoutedMessages(tx: Db, ids: string[]): Promise<Map<string, RoutedMessage>> {
  const rows = await executePrepared<RoutedMessage & { id: string }>(
    tx,
    sql`
      select id, size, substring(content from 1 for ${headBytes}::integer) as content
      from alias.messages where id = any(${sql.param(ids)}::uuid[])
    `,
  )
  return new Map(rows.map(({ id, ...message }) => [id, message]))
}
