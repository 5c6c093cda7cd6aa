import { sql } from 'drizzle-orm'
import type { MailServices } from '../services.ts'
import { isLive, normaliseAddress } from './live-address.ts'

/** Whether an alias of that address receives mail at this moment. */
export async function isReceiving({ db, clock }: MailServices, address: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from alias.addresses address
    where address.address = ${normaliseAddress(address)} and ${isLive(clock.now())}
  `)
  return rowCount === 1
}
