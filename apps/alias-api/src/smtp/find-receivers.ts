import { sql } from 'drizzle-orm'
import type { MailServices } from '../services.ts'
import { isLive, normaliseAddress } from '../addresses/live-address.ts'

export interface Receiver {
  addressId: string
  /** Why the alias receives no mail now; undefined where it does. */
  refusal?: 'expired' | 'paused' | 'domain'
}

interface Found extends Record<string, unknown> {
  id: string
  address: string
  is_live: boolean
  is_active: boolean
  is_expired: boolean
}

/** The aliases of the addresses, whether or not they receive mail; undefined where there is none. */
export async function findReceivers(
  { db, clock }: Pick<MailServices, 'db' | 'clock'>,
  given: string[],
): Promise<(Receiver | undefined)[]> {
  const now = clock.now()
  const addresses = given.map(normaliseAddress)
  const { rows } = await db.execute<Found>(sql`
    select id, address, ${isLive(now)} as is_live, is_active, expires_at <= ${new Date(now)} as is_expired
    from alias.addresses address where address.address = any(${sql.param(addresses)}::text[])
  `)
  const found = new Map(rows.map((row) => [row.address, toReceiver(row)]))
  return addresses.map((address) => found.get(address))
}

function toReceiver(row: Found): Receiver {
  if (row.is_live) return { addressId: row.id }
  return { addressId: row.id, refusal: row.is_expired ? 'expired' : row.is_active ? 'domain' : 'paused' }
}
