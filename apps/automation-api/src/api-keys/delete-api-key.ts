import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { apiKeys } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { apiKeyNotFound } from './get-api-key.ts'

export async function deleteApiKey(services: ApiServices, actor: Actor, id: string): Promise<void> {
  const keyHash = await services.db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, actor.ownerId)))
      .returning({ keyHash: apiKeys.keyHash })
    if (!deleted) throw apiKeyNotFound()
    await recordChange(tx, services, actor, 'api_key.deleted', id)
    return deleted.keyHash
  })
  await services.directory?.removeKey(actor.ownerId, keyHash)
}
