import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toApiKey, type ApiKey } from './api-key.ts'

export const apiKeyNotFound = () => new DomainError('not_found', 'API Key not found or unauthorized')

export async function getApiKey({ db }: Services, actor: Actor, id: string): Promise<ApiKey> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, actor.ownerId)))
  if (!row) throw apiKeyNotFound()
  return toApiKey(row)
}
