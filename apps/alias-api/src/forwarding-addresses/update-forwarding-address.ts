import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingAddresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import {
  toForwardingAddress,
  type ForwardingAddress,
  type forwardingAddressChange,
} from './forwarding-address.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'

/** Changes whether mail to a mailbox has links. Links in mail that it has already work only while that is on. */
export async function updateForwardingAddress(
  services: Services,
  actor: Actor,
  id: string,
  { hasAliasLinks }: z.infer<typeof forwardingAddressChange>,
): Promise<ForwardingAddress> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(forwardingAddresses)
      .set({ hasAliasLinks })
      .where(isOwnForwardingAddress(actor, id))
      .returning()
    if (!row) throw forwardingAddressNotFound()
    await recordChange(tx, services, actor)
    return toForwardingAddress(row)
  })
}
