import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { webhooks } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toWebhook, type Webhook } from './webhook.ts'

export const webhookNotFound = () => new DomainError('not_found', 'Webhook not found or unauthorized')

/** Those that they registered; not the URLs that only jobs and intents are told to. */
export const isOfOwner = ({ ownerId }: Actor) => and(eq(webhooks.ownerId, ownerId), webhooks.isRegistered)

export const isOwnWebhook = (actor: Actor, id: string) => and(eq(webhooks.id, id), isOfOwner(actor))

export async function getWebhook({ db }: Services, actor: Actor, id: string): Promise<Webhook> {
  const [row] = await db.select().from(webhooks).where(isOwnWebhook(actor, id))
  if (!row) throw webhookNotFound()
  return toWebhook(row)
}

/** To one that is not active, nothing would be sent: asking for it is refused. */
export async function getActiveWebhook(services: Services, actor: Actor, id: string): Promise<Webhook> {
  const webhook = await getWebhook(services, actor, id)
  if (!webhook.isActive) throw new DomainError('conflict', 'Webhook is not active')
  return webhook
}
