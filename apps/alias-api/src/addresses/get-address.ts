import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAddress, type Address } from './address.ts'
import { addressNotFound, isOwnAddress, shownColumns } from './own-address.ts'

export async function getAddress({ db, clock }: Services, actor: Actor, id: string): Promise<Address> {
  const [row] = await db.select(shownColumns).from(addresses).where(isOwnAddress(actor, id))
  if (!row) throw addressNotFound()
  return toAddress(row, clock.now())
}
