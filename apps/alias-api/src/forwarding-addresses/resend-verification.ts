import { eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingAddresses } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'
import { sendVerification } from './send-verification.ts'

export const alreadyVerified = 'Address is already verified.'

/** Sends a new link; the previous one no longer works. */
export async function resendVerification(services: ApiServices, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(forwardingAddresses)
      .where(isOwnForwardingAddress(actor, id))
      .for('no key update')
    if (!row) throw forwardingAddressNotFound()
    if (row.verifiedAt) throw new DomainError('conflict', alreadyVerified)
    const link = await sendVerification(tx, services, row)
    await tx.update(forwardingAddresses).set(link).where(eq(forwardingAddresses.id, id))
    await recordChange(tx, services, actor)
  })
}
