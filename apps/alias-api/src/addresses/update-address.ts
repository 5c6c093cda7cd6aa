import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { changeCounts } from './address-counts.ts'
import { toAddress, type Address, type addressChange } from './address.ts'
import { chooseLifetime } from './lifetime.ts'
import { addressNotFound, isOwnAddress, shownColumns } from './own-address.ts'

/**
 * Relabels, pauses, renews by itself, or extends an address from now within the plan. Extending an expired address makes it active
 * again.
 */
export async function updateAddress(
  services: Services,
  actor: Actor,
  id: string,
  { alias, isActive, ...wanted }: z.infer<typeof addressChange>,
): Promise<Address> {
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    const own = isOwnAddress(actor, id)
    const [current] = await tx.select().from(addresses).where(own).for('no key update')
    if (!current) throw addressNotFound()
    const isExtended = wanted.expiresIn !== undefined
    const [row] = await tx
      .update(addresses)
      .set({
        label: alias === undefined ? current.label : alias,
        isActive: isActive ?? current.isActive,
        ...chooseLifetime(actor, now, wanted, current),
        ...(isExtended && { expiredAt: null }),
      })
      .where(own)
      .returning(shownColumns)
    if (isExtended && current.expiredAt) await changeCounts(tx, actor.ownerId, { expired: -1 })
    await recordChange(tx, services, actor)
    return toAddress(row!, now)
  })
}
