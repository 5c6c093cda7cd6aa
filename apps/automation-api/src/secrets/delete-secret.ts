import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { secrets } from '../db/secret-tables.ts'
import type { Actor, Services } from '../services.ts'

/** Deletes a secret. Runs that start afterwards and use it fail. */
export async function deleteSecret(services: Services, actor: Actor, name: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isOwn = and(eq(secrets.ownerId, actor.ownerId), eq(secrets.name, name))
    const [deleted] = await tx.delete(secrets).where(isOwn).returning({ name: secrets.name })
    if (!deleted) throw new DomainError('not_found', 'Secret not found or unauthorized')
    await recordChange(tx, services, actor, 'secret.deleted', null)
  })
}
