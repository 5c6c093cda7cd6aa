import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { executePrepared, perDatabase, type Db } from '@waypost/postgres'
import { isStopped } from '../alias-names/former-alias.ts'
import { listHostedElsewhere } from '../cells/list-hosted-elsewhere.ts'
import { emailForwards, emails, messages } from '../db/mail-tables.ts'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import { hosts } from '../domains/is-hosted.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { Services } from '../services.ts'
import type { Destination } from './destination.ts'
import type { ForwardJob } from './forward-queue.ts'

export type Message = typeof messages.$inferSelect
export type Email = Awaited<ReturnType<ReturnType<typeof readEmails>['execute']>>[number]['email']

/** A received email, and its destination. */
export interface Found {
  email: Email
  message: Message
  /** Whether it was decided before. */
  isDecided: boolean
  /** Undefined without a rule, or with a rule to an unconfirmed address. */
  destination: Destination | undefined
}

/** Which email is forwarded, and where to. */
export type ForwardChoice = Pick<ForwardJob, 'emailId' | 'forwardingAddressId' | 'number'>

/** The emails and their destinations: those that were chosen, or by the current forwarding rules. */
export async function findForwards(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  choices: ForwardChoice[],
): Promise<(Found | undefined)[]> {
  const rows = await readEmails(db).execute({ ids: choices.map(({ emailId }) => emailId) })
  const found = new Map(rows.map((row) => [row.email.id, row]))
  const isByRule = ({ forwardingAddressId }: ForwardChoice) => forwardingAddressId === undefined
  const byRule = await findDestinations(
    db,
    choices.filter(isByRule).flatMap(({ emailId }) => found.get(emailId)?.email.addressId ?? []),
  )
  const chosen = await findChosen(
    db,
    choices.flatMap(({ emailId, forwardingAddressId }) => {
      const addressId = found.get(emailId)?.email.addressId
      return addressId !== undefined && typeof forwardingAddressId === 'string'
        ? [{ addressId, forwardingAddressId }]
        : []
    }),
  )
  const undecided = await findUndecided(db, choices)
  const destinations = [...byRule.values(), ...chosen].filter(({ isHosted }) => !isHosted)
  const hosted = await listHostedElsewhere(
    directory,
    db,
    destinations.map(({ to }) => domainOf(to)),
  )
  for (const destination of destinations) destination.isHosted = hosted.has(domainOf(destination.to))
  return choices.map((choice) => {
    const row = found.get(choice.emailId)
    if (!row) return undefined
    const { addressId } = row.email
    const destination = isByRule(choice)
      ? byRule.get(addressId)
      : chosen.find(
          (each) => each.addressId === addressId && each.forwardingAddressId === choice.forwardingAddressId,
        )
    const isDecided = choice.number === undefined ? row.forwardedAt !== null : !undecided.has(placeOf(choice))
    return { email: row.email, message: row.message, isDecided, destination }
  })
}

/** The destination of each address that has an active rule with a verified or suspended forwarding address, by address id. */
async function findDestinations(db: Db, addressIds: string[]): Promise<Map<string, Destination>> {
  if (addressIds.length === 0) return new Map()
  const rows = await readDestinations(db).execute({ addressIds })
  return new Map(rows.map(({ addressId: of, ...destination }) => [of, destination]))
}

/** Whether an alias is stopped, by its id. */
const isOnStopped = (addressId: SQL): SQL<boolean> =>
  sql`exists (select from alias.addresses address where address.id = ${addressId} and ${isStopped()})`

/** Prepared, since planning it costs more than running it. */
const readDestinations = perDatabase((db) => {
  const {
    addressId,
    filterSender,
    filterSubject,
    isActive,
    forwardToId,
    removesTrackers,
    forwardsUnverified,
  } = forwardingRules
  const { id, email, verifiedAt, suspendedAt, hasAliasLinks, aliasLinksIn, pgpKey } = forwardingAddresses
  return db
    .select({
      addressId,
      to: email,
      forwardingAddressId: id,
      isHosted: hosts(sql`substring(${email} from '[^@]*$')`),
      isStopped: isOnStopped(sql`${addressId}`),
      isSuspended: sql<boolean>`${verifiedAt} is null`,
      aliasLinks: sql<Destination['aliasLinks']>`case when ${hasAliasLinks} then ${aliasLinksIn} end`,
      removesTrackers,
      forwardsUnverified,
      isEncrypted: sql<boolean>`${pgpKey} is not null`,
      filterSender,
      filterSubject,
    })
    .from(forwardingRules)
    .innerJoin(forwardingAddresses, eq(id, forwardToId))
    .where(
      and(
        sql`${addressId} = any(${sql.placeholder('addressIds')}::uuid[])`,
        isActive,
        or(isNotNull(verifiedAt), isNotNull(suspendedAt)),
      ),
    )
    .prepare('find_destinations')
})

const placeOf = ({ emailId, number }: Pick<ForwardChoice, 'emailId' | 'number'>): string =>
  `${emailId} ${number}`

/** Of forwards of emails that go to several mailboxes, the places of those that are still to be decided. */
export async function findUndecided(
  db: Db,
  choices: Pick<ForwardChoice, 'emailId' | 'number'>[],
): Promise<Set<string>> {
  const ids = choices.flatMap(({ emailId, number }) => (number === undefined ? [] : [emailId]))
  if (ids.length === 0) return new Set()
  const { emailId, number, status } = emailForwards
  const rows = await db
    .select({ emailId, number })
    .from(emailForwards)
    .where(and(inArray(emailId, ids), isNull(status)))
  return new Set(rows.map(placeOf))
}

type Chosen = Pick<Destination, 'forwardingAddressId'> & { addressId: string }

/** The destinations that rules have chosen, as long as a rule of the alias still forwards there. */
async function findChosen(db: Db, choices: Chosen[]): Promise<(Chosen & Destination)[]> {
  if (choices.length === 0) return []
  return executePrepared<Chosen & Destination & Record<string, unknown>>(
    db,
    sql`
      select chosen.address_id as "addressId", mailbox.email as to, mailbox.id as "forwardingAddressId",
        ${hosts(sql`substring(mailbox.email from '[^@]*$')`)} as "isHosted",
        ${isOnStopped(sql`chosen.address_id`)} as "isStopped", mailbox.verified_at is null as "isSuspended", case when mailbox.has_alias_links then mailbox.alias_links_in end as "aliasLinks",
        coalesce(own.removes_trackers, false) as "removesTrackers",
        coalesce(own.forwards_unverified, true) as "forwardsUnverified",
        mailbox.pgp_key is not null as "isEncrypted", null as "filterSender", null as "filterSubject"
      from (
        select distinct * from unnest(${sql.param(choices.map(({ addressId }) => addressId))}::uuid[],
          ${sql.param(choices.map(({ forwardingAddressId }) => forwardingAddressId))}::uuid[]) as given (address_id, mailbox_id)
      ) chosen
      join alias.forwarding_addresses mailbox on mailbox.id = chosen.mailbox_id
        and (mailbox.verified_at is not null or mailbox.suspended_at is not null)
      left join alias.forwarding_rules own on own.address_id = chosen.address_id
      where ${forwardsTo(sql`chosen.address_id`, sql`mailbox.id`)}
    `,
  )
}

/** Whether an active rule of an alias forwards to a mailbox. */
export const forwardsTo = (addressId: SQL, mailboxId: SQL): SQL => sql`(
  exists (select from alias.mail_rules rule
    where rule.address_id = ${addressId} and rule.forward_to_id = ${mailboxId} and rule.is_active)
  or exists (select from alias.forwarding_rules rule
    where rule.address_id = ${addressId} and rule.forward_to_id = ${mailboxId} and rule.is_active)
)`

const emailDomain = sql`substring(${emails.toAddress} from '[^@]*$')`

/**
 * What is read of an email that may be forwarded. Its return path is on the domain of the alias, or on the platform domain above it, whose
 * SPF record lets this service send.
 */
export const columnsToForward = {
  returnDomain: sql<string>`coalesce(
    (select platform_domain from alias.domains where status = 'verified' and domain = ${emailDomain} and platform_domain is not null limit 1),
    ${emailDomain})`,
  id: emails.id,
  ownerId: emails.ownerId,
  addressId: emails.addressId,
  messageId: emails.messageId,
  toAddress: emails.toAddress,
  fromAddress: emails.fromAddress,
  fromName: emails.fromName,
  subject: emails.subject,
  receivedAt: emails.receivedAt,
  authentication: emails.authentication,
  isSpam: emails.isSpam,
}

const readEmails = perDatabase((db) => {
  const { id, messageId, forwardedAt } = emails
  return db
    .select({
      email: columnsToForward,
      forwardedAt,
      message: messages,
    })
    .from(emails)
    .innerJoin(messages, eq(messages.id, messageId))
    .where(sql`${id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_forwards')
})
