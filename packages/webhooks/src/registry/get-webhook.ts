import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import type { WebhookRow } from '../tables.ts'
import { findWebhook } from './find-webhook.ts'

/** Access to a service's webhooks. */
export interface WebhookServices {
  db: Db
  outbox: { channel: Pick<Channel, 'service' | 'notFound'> }
}

/** @throws DomainError with the service's message where that owner has none with that id */
export async function getWebhook(
  { db, outbox: { channel } }: WebhookServices,
  { ownerId }: { ownerId: string },
  id: string,
): Promise<WebhookRow> {
  const row = await findWebhook(db, channel, { id, ownerId })
  if (!row) throw webhookNotFound(channel)
  return row
}

/** Refuses a webhook that is not active, because nothing would be sent to it. */
export async function getActiveWebhook(
  services: WebhookServices,
  owner: { ownerId: string },
  id: string,
): Promise<WebhookRow> {
  const row = await getWebhook(services, owner, id)
  if (!row.isActive) throw new DomainError('conflict', 'Webhook is not active')
  return row
}

export const webhookNotFound = ({ notFound }: Pick<Channel, 'notFound'>) =>
  new DomainError('not_found', notFound('Webhook'))
