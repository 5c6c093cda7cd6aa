import { and, eq, isNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { removeKey } from '../cells/keys.ts'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'

/** Makes the key unusable for good. */
export async function revokeApiKey(services: Services, actor: Actor, id: string): Promise<void> {
  const keyHash = await services.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: new Date(services.clock.now()) })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, actor.accountId), isNull(apiKeys.revokedAt)))
      .returning({ keyHash: apiKeys.keyHash })
    if (!revoked) throw new DomainError('not_found', 'API key not found')
    await recordChange(tx, services, actor)
    return revoked.keyHash
  })
  await removeKey(services.directory, services.db, actor.accountId, keyHash)
}
