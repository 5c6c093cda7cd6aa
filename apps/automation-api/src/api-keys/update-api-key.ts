import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toApiKey, type ApiKey, type apiKeyChange } from './api-key.ts'
import { apiKeyNotFound } from './get-api-key.ts'

export async function updateApiKey(
  services: Services,
  actor: Actor,
  id: string,
  { name, isActive }: z.infer<typeof apiKeyChange>,
): Promise<ApiKey> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(apiKeys)
      .set({
        name: name ?? sql`${apiKeys.name}`,
        isActive: isActive ?? sql`${apiKeys.isActive}`,
        ...(isActive && { heldAt: null }),
      })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, actor.ownerId)))
      .returning()
    if (!row) throw apiKeyNotFound()
    await recordChange(tx, services, actor, 'api_key.updated', id)
    return toApiKey(row)
  })
}
