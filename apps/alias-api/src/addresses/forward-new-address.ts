import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { forwardingRules } from '../db/tables.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { createdAddress } from './address.ts'

/** Gives a new address a rule that forwards all its mail to one of the owner's verified mailboxes. */
export async function forwardNewAddress(
  tx: Db,
  { id: addressId, ownerId, createdAt }: { id: string; ownerId: string; createdAt: Date },
  forwardToId: string,
): Promise<z.infer<typeof createdAddress>['forwarding']> {
  const forwardToEmail = await findDestination(tx, ownerId, forwardToId)
  await tx.insert(forwardingRules).values({
    id: newId(),
    addressId,
    ownerId,
    forwardToId,
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  })
  return { forwardToId, forwardToEmail, isActive: true }
}
