import { sql } from 'drizzle-orm'
import { executePrepared, newId, storableText, type Db } from '@waypost/postgres'
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
  /** The number of the wanted contact, from 1 on. */
  place: number
  reverse_address: string
}

const longestName = 255
// The precision of `used_at`: a contact that writes often is not written each time.
const usedPrecisionMs = 86_400_000

/**
 * Finds or adds contacts of aliases, and records that mail of them is forwarded.
 *
 * @returns the reverse address of each; undefined where the alias was deleted in the meantime
 */
export async function ensureContacts(
  db: Db,
  wanted: WantedContact[],
  now: number,
): Promise<(string | undefined)[]> {
  // Most mail is from somebody who has written before, so most batches only read.
  const known = await findUsed(db, wanted, new Date(now - usedPrecisionMs))
  const others = wanted.filter((_contact, index) => known[index] === undefined)
  const saved = others.length > 0 ? await save(db, others, now) : []
  return known.map((reverseAddress) => reverseAddress ?? saved.shift())
}

/** The reverse addresses of the contacts that were used since a time. */
async function findUsed(db: Db, wanted: WantedContact[], since: Date): Promise<(string | undefined)[]> {
  const column = (of: (contact: WantedContact) => string) => sql.param(wanted.map(of))
  const rows = await executePrepared<Found>(
    db,
    sql`
      select wanted.place::integer, contact.reverse_address
      from unnest(${column(({ addressId }) => addressId)}::uuid[], ${column(({ email }) => email)}::text[])
        with ordinality as wanted (address_id, email, place)
      -- The limit, though there is only one, keeps a plan from reading all contacts to join them, which it would for good if it
      -- was made while there were few.
      cross join lateral (
        select reverse_address from alias.contacts
        where address_id = wanted.address_id and lower(email) = lower(wanted.email) and used_at > ${since} limit 1
      ) contact
    `,
  )
  return inPlace(wanted, rows)
}

async function save(db: Db, wanted: WantedContact[], now: number): Promise<(string | undefined)[]> {
  const given = wanted.map((contact, index) => ({
    place: index + 1,
    id: newId(),
    owner_id: contact.ownerId,
    address_id: contact.addressId,
    email: contact.email,
    name: storableText(contact.name).slice(0, longestName) || null,
    reverse_address: newReverseAddress(domainOf(contact.address)),
  }))
  const { rows } = await db.execute<Found>(sql`
    with wanted as materialized (
      select wanted.*, lower(wanted.email) as key from json_to_recordset(${JSON.stringify(given)}::json) as wanted (
        place integer, id uuid, owner_id text, address_id uuid, email text, name text, reverse_address text)
      join alias.addresses address on address.id = wanted.address_id
    ), saved as (
      -- In one order everywhere, so that two batches cannot wait for each other.
      insert into alias.contacts (id, owner_id, address_id, email, name, reverse_address, created_at, used_at)
      select distinct on (address_id, key)
        id, owner_id, address_id, email, name, reverse_address, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
      from wanted order by address_id, key
      on conflict (address_id, lower(email)) do update set used_at = greatest(contacts.used_at, excluded.used_at)
      returning address_id, lower(email) as key, reverse_address
    )
    select wanted.place, saved.reverse_address from wanted join saved using (address_id, key)
  `)
  return inPlace(wanted, rows)
}

function inPlace(wanted: WantedContact[], rows: Found[]): (string | undefined)[] {
  const found = new Map(rows.map((row) => [row.place, row.reverse_address]))
  return wanted.map((_contact, index) => found.get(index + 1))
}
