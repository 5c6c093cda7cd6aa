import { count, desc, eq } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { apiKeys } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toApiKey, type ApiKey } from './api-key.ts'

export async function listApiKeys(
  { db }: Services,
  actor: Actor,
  { limit, offset }: Page,
): Promise<Paged<ApiKey>> {
  const own = eq(apiKeys.ownerId, actor.ownerId)
  const [rows, [all]] = await Promise.all([
    db.select().from(apiKeys).where(own).orderBy(desc(apiKeys.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(apiKeys).where(own),
  ])
  return { items: rows.map(toApiKey), total: all!.total }
}
