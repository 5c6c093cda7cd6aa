import { desc, eq } from 'drizzle-orm'
import type { Page } from '@waypost/http'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toApiKey, type ApiKey } from './api-key.ts'

/** An account's keys of both modes, revoked ones included, newest first. */
export async function listApiKeys(
  { db }: Services,
  actor: Actor,
  { limit, offset }: Page,
): Promise<{ items: ApiKey[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, actor.accountId))
    .orderBy(desc(apiKeys.id))
    .limit(limit + 1)
    .offset(offset)
  return { items: rows.slice(0, limit).map(toApiKey), hasMore: rows.length > limit }
}
