import { sql } from 'drizzle-orm'
import type { MailServices } from '../services.ts'
import { isLive, normaliseAddress } from './live-address.ts'

export interface Receiver {
  addressId: string
  /** Why it receives no mail at this moment; undefined where it does. */
  refusal?: 'expired' | 'paused' | 'domain'
}

interface Found extends Record<string, unknown> {
  id: string
  is_live: boolean
  is_active: boolean
  is_expired: boolean
}

/** The alias of that address, whether it receives mail or not; undefined where there is none. */
export async function findReceiver(
  { db, clock }: MailServices,
  address: string,
): Promise<Receiver | undefined> {
  const now = clock.now()
  const { rows } = await db.execute<Found>(sql`
    select id, ${isLive(now)} as is_live, is_active, expires_at <= ${new Date(now)} as is_expired
    from alias.addresses address where address.address = ${normaliseAddress(address)}
  `)
  const [row] = rows
  if (!row) return undefined
  if (row.is_live) return { addressId: row.id }
  return { addressId: row.id, refusal: row.is_expired ? 'expired' : row.is_active ? 'domain' : 'paused' }
}
