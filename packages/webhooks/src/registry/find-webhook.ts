import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookTables, type WebhookRow, type WebhookTables } from '../tables.ts'

/** A webhook of an owner. */
export interface OwnWebhook {
  id: string
  ownerId: string
}

/** Whether the owner registered the webhook; false for a URL that only callbacks use. */
export function isOwnWebhook(
  webhooks: WebhookTables['webhooks'],
  { id, ownerId }: OwnWebhook,
): SQL | undefined {
  return and(eq(webhooks.id, id), eq(webhooks.ownerId, ownerId), webhooks.isRegistered)
}

/** @returns undefined where that owner has none with that id */
export async function findWebhook(
  db: Db,
  channel: Pick<Channel, 'service'>,
  own: OwnWebhook,
): Promise<WebhookRow | undefined> {
  const { webhooks } = webhookTables(channel.service)
  const [row] = await db.select().from(webhooks).where(isOwnWebhook(webhooks, own))
  return row
}
