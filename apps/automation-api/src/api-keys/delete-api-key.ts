import { and, eq } from 'drizzle-orm'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { apiKeyNotFound } from './get-api-key.ts'

export async function deleteApiKey({ db }: Services, actor: Actor, id: string): Promise<void> {
  const deleted = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, actor.ownerId)))
    .returning({ id: apiKeys.id })
  if (deleted.length === 0) throw apiKeyNotFound()
}
