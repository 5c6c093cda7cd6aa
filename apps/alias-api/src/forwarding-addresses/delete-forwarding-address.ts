import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingAddresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'

/** Deletes a mailbox and the rules that forward to it. */
export async function deleteForwardingAddress(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const deleted = await tx
      .delete(forwardingAddresses)
      .where(isOwnForwardingAddress(actor, id))
      .returning({ id: forwardingAddresses.id })
    if (deleted.length === 0) throw forwardingAddressNotFound()
    await recordChange(tx, services, actor)
  })
}
