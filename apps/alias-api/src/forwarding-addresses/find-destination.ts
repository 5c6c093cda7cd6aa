import { and, eq, isNotNull } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'

/**
 * The e-mail of one of the owner's verified forwarding addresses. Locks it, so that deleting the address also deletes
 * the rule that is about to be created.
 */
export async function findDestination(tx: Db, ownerId: string, forwardToId: string): Promise<string> {
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
  if (destination) return destination.email
  const message = 'forwardToId must be a verified forwarding address'
  throw new ValidationError([{ property: 'forwardToId', rule: 'isIn', message, receivedValue: forwardToId }])
}
