import { sql } from 'drizzle-orm'
import type { MailServices } from '../services.ts'
import { isLive, normaliseAddress } from './live-address.ts'

export interface Receiver {
  /** Whether it receives mail at this moment. */
  isLive: boolean
}

/** The alias of that address, whether it receives mail or not; undefined where there is none. */
export async function findReceiver(
  { db, clock }: MailServices,
  address: string,
): Promise<Receiver | undefined> {
  const { rows } = await db.execute<{ is_live: boolean }>(sql`
    select ${isLive(clock.now())} as is_live from alias.addresses address
    where address.address = ${normaliseAddress(address)}
  `)
  const [row] = rows
  return row && { isLive: row.is_live }
}
