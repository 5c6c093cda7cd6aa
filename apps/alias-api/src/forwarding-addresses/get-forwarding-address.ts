import { forwardingAddresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toForwardingAddress, type ForwardingAddress } from './forwarding-address.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'

export async function getForwardingAddress(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<ForwardingAddress> {
  const [row] = await db.select().from(forwardingAddresses).where(isOwnForwardingAddress(actor, id))
  if (!row) throw forwardingAddressNotFound()
  return toForwardingAddress(row)
}
