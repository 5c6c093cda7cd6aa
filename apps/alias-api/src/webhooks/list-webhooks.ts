import { desc, eq } from 'drizzle-orm'
import type { Page } from '@waypost/http'
import { webhooks } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toWebhook, type Webhook } from './webhook.ts'

/** Lists webhooks, newest first. */
export async function listWebhooks(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<{ items: Webhook[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.ownerId, ownerId))
    .orderBy(desc(webhooks.id))
    .limit(limit + 1)
    .offset(offset)
  return { items: rows.slice(0, limit).map(toWebhook), hasMore: rows.length > limit }
}
