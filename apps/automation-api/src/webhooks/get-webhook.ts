import { DomainError } from '@waypost/http'
import { findWebhook, type WebhookRow } from '@waypost/webhooks'
import type { Actor, Services } from '../services.ts'

export const webhookNotFound = () => new DomainError('not_found', 'Webhook not found or unauthorized')

export async function getWebhook(
  { db, outbox }: Services,
  { ownerId }: Actor,
  id: string,
): Promise<WebhookRow> {
  const row = await findWebhook(db, outbox.channel, { id, ownerId })
  if (!row) throw webhookNotFound()
  return row
}

/** To one that is not active, nothing would be sent: asking for it is refused. */
export async function getActiveWebhook(services: Services, actor: Actor, id: string): Promise<WebhookRow> {
  const row = await getWebhook(services, actor, id)
  if (!row.isActive) throw new DomainError('conflict', 'Webhook is not active')
  return row
}
