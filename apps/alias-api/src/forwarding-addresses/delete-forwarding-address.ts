import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingAddresses, mailRules } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'

/**
 * Deletes a mailbox and the rules that forward to it. Rules of aliases after which no other is looked at keep their mail from
 * then on: without them, it would go on to the next rule, which may forward it elsewhere.
 */
export async function deleteForwardingAddress(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const own = isOwnForwardingAddress(actor, id)
    // Whoever gives a rule to it meanwhile has locked it, and is seen afterwards.
    const [found] = await tx
      .select({ id: forwardingAddresses.id })
      .from(forwardingAddresses)
      .where(own)
      .for('update')
    if (!found) throw forwardingAddressNotFound()
    await tx
      .update(mailRules)
      .set({ action: 'keep', forwardToId: null })
      .where(and(eq(mailRules.forwardToId, id), eq(mailRules.stops, true)))
    await tx.delete(forwardingAddresses).where(own)
    await recordChange(tx, services, actor)
  })
}
