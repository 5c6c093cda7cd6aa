import { and, count, desc, eq } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { webhooks } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toWebhook, type Webhook } from './webhook.ts'

export async function listWebhooks(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<Webhook>> {
  // Without the URLs that only jobs and intents use.
  const own = and(eq(webhooks.ownerId, ownerId), webhooks.isRegistered)
  const [rows, [all]] = await Promise.all([
    db.select().from(webhooks).where(own).orderBy(desc(webhooks.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(webhooks).where(own),
  ])
  return { items: rows.map(toWebhook), total: all!.total }
}
