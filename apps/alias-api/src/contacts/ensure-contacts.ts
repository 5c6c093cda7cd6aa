import { sql } from 'drizzle-orm'
import { newId, storableText, type Db } from '@waypost/postgres'
import { domainOf } from '../outbound/mail-address.ts'
import { newReverseAddress } from './reverse-address.ts'

/** Somebody whose mail an alias forwards. */
export interface WantedContact {
  ownerId: string
  addressId: string
  /** The alias. */
  address: string
  email: string
  name: string
}

interface Found extends Record<string, unknown> {
  address_id: string
  key: string
  reverse_address: string
}

const longestName = 255

/**
 * Finds or adds contacts of aliases.
 *
 * @returns the reverse address of each; undefined where the alias was deleted in the meantime
 */
export async function ensureContacts(
  db: Db,
  wanted: WantedContact[],
  now: number,
): Promise<(string | undefined)[]> {
  const found = await ensure(db, wanted, now)
  const missing = wanted.filter((contact) => !found.has(keyOf(contact)))
  // Another process has added these meanwhile, which this statement could not see.
  const later = missing.length > 0 ? await ensure(db, missing, now) : found
  return wanted.map((contact) => found.get(keyOf(contact)) ?? later.get(keyOf(contact)))
}

async function ensure(db: Db, wanted: WantedContact[], now: number): Promise<Map<string, string>> {
  const rows = [...new Map(wanted.map((contact) => [keyOf(contact), contact])).values()].map((contact) => ({
    id: newId(),
    owner_id: contact.ownerId,
    address_id: contact.addressId,
    email: contact.email,
    name: storableText(contact.name).slice(0, longestName) || null,
    reverse_address: newReverseAddress(domainOf(contact.address)),
  }))
  const { rows: found } = await db.execute<Found>(sql`
    with wanted as (
      select wanted.* from json_to_recordset(${JSON.stringify(rows)}::json) as wanted (id uuid, owner_id text,
        address_id uuid, email text, name text, reverse_address text)
      join alias.addresses address on address.id = wanted.address_id
    ), known as materialized (
      select contact.address_id, contact.email, contact.reverse_address from wanted
      join alias.contacts contact
        on contact.address_id = wanted.address_id and lower(contact.email) = lower(wanted.email)
    ), added as (
      -- In one order everywhere, so that two batches cannot wait for each other.
      insert into alias.contacts (id, owner_id, address_id, email, name, reverse_address, created_at)
      select id, owner_id, address_id, email, name, reverse_address, ${new Date(now)} from wanted
      where not exists (
        select from known where known.address_id = wanted.address_id and lower(known.email) = lower(wanted.email))
      order by address_id, lower(email)
      on conflict (address_id, lower(email)) do nothing
      returning address_id, email, reverse_address
    )
    select address_id, lower(email) as key, reverse_address from known
    union all select address_id, lower(email), reverse_address from added
  `)
  return new Map(found.map((row) => [`${row.address_id} ${row.key}`, row.reverse_address]))
}

const keyOf = ({ addressId, email }: WantedContact): string => `${addressId} ${email.toLowerCase()}`
