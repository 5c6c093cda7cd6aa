import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import type { WebhookRow } from '../tables.ts'
import { findWebhook } from './find-webhook.ts'

/** What a service looks for webhooks with. */
export interface WebhookServices {
  db: Db
  outbox: { channel: Pick<Channel, 'service' | 'notFound'> }
}

/** @throws DomainError where that owner has none of that id, as the service says it */
export async function getWebhook(
  { db, outbox: { channel } }: WebhookServices,
  { ownerId }: { ownerId: string },
  id: string,
): Promise<WebhookRow> {
  const row = await findWebhook(db, channel, { id, ownerId })
  if (!row) throw webhookNotFound(channel)
  return row
}

/** To one that is not active, nothing would be sent: asking for it is refused. */
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
