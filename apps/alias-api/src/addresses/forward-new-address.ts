import { and, eq, isNotNull } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import type { createdAddress } from './address.ts'

/** Gives a new address the rule that forwards all its mail to one of its owner's verified mailboxes. */
export async function forwardNewAddress(
  tx: Db,
  { id: addressId, ownerId, createdAt }: { id: string; ownerId: string; createdAt: Date },
  forwardToId: string,
): Promise<z.infer<typeof createdAddress>['forwarding']> {
  const [destination] = await tx
    .select({ email: forwardingAddresses.email })
    .from(forwardingAddresses)
    .where(
      and(
        eq(forwardingAddresses.id, forwardToId),
        eq(forwardingAddresses.ownerId, ownerId),
        isNotNull(forwardingAddresses.verifiedAt),
      ),
    )
    .for('key share')
  if (!destination) {
    const message = 'forwardToId must be a verified forwarding address'
    throw new ValidationError([
      { property: 'forwardToId', rule: 'isIn', message, receivedValue: forwardToId },
    ])
  }
  await tx.insert(forwardingRules).values({
    id: newId(),
    addressId,
    ownerId,
    forwardToId,
    isActive: true,
    createdAt,
    updatedAt: createdAt,
  })
  return { forwardToId, forwardToEmail: destination.email, isActive: true }
}
