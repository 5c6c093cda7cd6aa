import { publishEvent } from '@waypost/webhooks'
import { nameOf } from '../alias-names/released-name.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { releaseAddress } from '../cells/release-address.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { changeCounts } from './address-counts.ts'
import { addressNotFound, isOwnAddress } from './own-address.ts'

/** Deletes an address and all emails that it has received and sent, for good. */
export async function deleteAddress(services: Services, actor: Actor, id: string): Promise<void> {
  const { db, clock, outbox } = services
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(addresses).where(isOwnAddress(actor, id)).returning()
    if (!deleted) throw addressNotFound()
    const { ownerId, expiredAt } = deleted
    publishEvent(tx, outbox, {
      ownerId,
      event: 'address.deleted',
      data: {
        addressId: id,
        address: nameOf(deleted.address),
        deletedAt: new Date(clock.now()).toISOString(),
      },
    })
    await changeCounts(tx, ownerId, { existing: -1, expired: expiredAt ? -1 : 0 })
    await recordChange(tx, services, actor)
  })
  await releaseAddress(services.directory, db, id)
}
