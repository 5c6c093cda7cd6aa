import { eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { isLive } from '../addresses/live-address.ts'
import type { Directory } from '../cells/directory.ts'
import { isHere } from '../cells/is-here.ts'
import { forwardingAddresses } from '../db/tables.ts'
import { forwardsTo } from '../forwarding/find-forwards.ts'
import { sendingDomainOf } from '../plan-senders/sending-domain-of.ts'

/** A contact to whom mail at its reverse address goes, and the alias that it goes from. */
export interface ReplyTarget {
  contactId: string
  email: string
  name: string | null
  reverseAddress: string
  addressId: string
  ownerId: string
  /** The alias. */
  address: string
  /** The domain that its mail leaves from. */
  sendingDomain: string
  /** Whether its account's data is in this database and is not being moved. */
  isHere: boolean
}

interface Row extends Record<string, unknown> {
  id: string
  email: string
  name: string | null
  reverse_address: string
  address_id: string
  owner_id: string
  address: string
  sending_domain: string
  is_here: boolean
}

/** The contacts at reverse addresses of aliases that are active now. */
export async function findReplyTargets(
  db: Db,
  reverseAddresses: string[],
  now: number,
  directory?: Directory,
): Promise<ReplyTarget[]> {
  const { rows } = await db.execute<Row>(sql`
    select contact.id, contact.email, contact.name, contact.reverse_address, address.id as address_id,
      address.owner_id, address.address, ${isHere(directory, sql`address.owner_id`)} as is_here, ${sendingDomainOf(sql`coalesce(account.plan, 'free')`)} as sending_domain
    from alias.contacts contact
    join alias.addresses address on address.id = contact.address_id
    left join alias.accounts account on account.id = substr(address.owner_id, length('live:') + 1)
    where contact.reverse_address = any(${sql.param(reverseAddresses)}::text[]) and ${isLive(now)}
    order by contact.id
  `)
  return rows.map((row) => ({
    contactId: row.id,
    email: row.email,
    name: row.name,
    reverseAddress: row.reverse_address,
    addressId: row.address_id,
    ownerId: row.owner_id,
    address: row.address,
    sendingDomain: row.sending_domain,
    isHere: row.is_here,
  }))
}

/** The mailboxes that may write from an alias: those that the alias forwards to, which their owner has confirmed. */
export async function findReplyMailboxes(
  db: Db,
  { addressId, ownerId }: Pick<ReplyTarget, 'addressId' | 'ownerId'>,
): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select mailbox.email from alias.forwarding_addresses mailbox
    where mailbox.owner_id = ${ownerId} and mailbox.verified_at is not null
      and ${forwardsTo(sql`${addressId}::uuid`, sql`mailbox.id`)}
    order by mailbox.id
  `)
  return rows.map(({ email }) => email)
}

/** Every address of an owner that no correspondent may see: mailboxes, confirmed or not, and the account's own. */
export async function findPrivateAddresses(db: Db, ownerId: string): Promise<string[]> {
  const mailboxes = await db
    .select({ email: forwardingAddresses.email })
    .from(forwardingAddresses)
    .where(eq(forwardingAddresses.ownerId, ownerId))
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from alias.accounts where id = substr(${ownerId}, length('live:') + 1) and email is not null
  `)
  return [...mailboxes, ...rows].map(({ email }) => email)
}

/** The contacts' addresses behind reverse addresses that a text names, if they are of the same owner. */
export async function findContactEmails(
  db: Db,
  ownerId: string,
  reverseAddresses: string[],
): Promise<Map<string, string>> {
  if (reverseAddresses.length === 0) return new Map()
  const { rows } = await db.execute<{ reverse_address: string; email: string }>(sql`
    select reverse_address, email from alias.contacts
    where owner_id = ${ownerId} and reverse_address = any(${sql.param(reverseAddresses)}::text[])
  `)
  return new Map(rows.map((row) => [row.reverse_address, row.email]))
}
