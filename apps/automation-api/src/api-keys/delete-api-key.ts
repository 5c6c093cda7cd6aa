import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { apiKeyNotFound } from './get-api-key.ts'

export async function deleteApiKey(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const deleted = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, actor.ownerId)))
      .returning({ id: apiKeys.id })
    if (deleted.length === 0) throw apiKeyNotFound()
    await recordChange(tx, services, actor, 'api_key.deleted', id)
  })
}
