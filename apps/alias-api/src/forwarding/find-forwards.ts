import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { perDatabase, type Db } from '@waypost/postgres'
import { emails, messages } from '../db/mail-tables.ts'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import { hosts } from '../domains/is-hosted.ts'

export type Message = typeof messages.$inferSelect
export type Email = Awaited<ReturnType<ReturnType<typeof readEmails>['execute']>>[number]['email']

/** The destination and filters of a forwarding rule. */
export interface Destination {
  to: string
  forwardingAddressId: string
  isHosted: boolean
  hasAliasLinks: boolean
  removesTrackers: boolean
  isEncrypted: boolean
  filterSender: string | null
  filterSubject: string | null
}

/** A received email, and its destination. */
export interface Found {
  email: Email
  message: Message
  /** Undefined without a rule, or with a rule to an unconfirmed address. */
  destination: Destination | undefined
}

/** The emails and their destinations by the current rules. */
export async function findForwards(db: Db, ids: string[]): Promise<(Found | undefined)[]> {
  const rows = await readEmails(db).execute({ ids })
  const destinations = await findDestinations(
    db,
    rows.map(({ email }) => email.addressId),
  )
  const found = new Map(
    rows.map((row) => [row.email.id, { ...row, destination: destinations.get(row.email.addressId) }]),
  )
  return ids.map((id) => found.get(id))
}

/** The destination of each address that has an active rule with a verified forwarding address, by address id. */
export async function findDestinations(db: Db, addressIds: string[]): Promise<Map<string, Destination>> {
  const rows = await readDestinations(db).execute({ addressIds })
  return new Map(rows.map(({ addressId: of, ...destination }) => [of, destination]))
}

/** Prepared, since planning it costs more than running it. */
const readDestinations = perDatabase((db) => {
  const { addressId, filterSender, filterSubject, isActive, forwardToId, removesTrackers } = forwardingRules
  const { id, email, verifiedAt, hasAliasLinks, pgpKey } = forwardingAddresses
  return db
    .select({
      addressId,
      to: email,
      forwardingAddressId: id,
      isHosted: hosts(sql`substring(${email} from '[^@]*$')`),
      hasAliasLinks,
      removesTrackers,
      isEncrypted: sql<boolean>`${pgpKey} is not null`,
      filterSender,
      filterSubject,
    })
    .from(forwardingRules)
    .innerJoin(forwardingAddresses, eq(id, forwardToId))
    .where(
      and(sql`${addressId} = any(${sql.placeholder('addressIds')}::uuid[])`, isActive, isNotNull(verifiedAt)),
    )
    .prepare('find_destinations')
})

/** What is read of an email that may be forwarded. */
export const columnsToForward = {
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
      email: {
        ...columnsToForward,
        forwardedAt,
      },
      message: messages,
    })
    .from(emails)
    .innerJoin(messages, eq(messages.id, messageId))
    .where(sql`${id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_forwards')
})
