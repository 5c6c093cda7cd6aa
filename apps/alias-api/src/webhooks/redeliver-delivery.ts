import { DomainError } from '@waypost/http'
import { joinTransaction } from '@waypost/postgres'
import { redeliver, type LoggedDelivery } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, Services } from '../services.ts'
import { getActiveWebhook } from './get-webhook.ts'

export async function redeliverDelivery(
  services: Services,
  actor: Actor,
  webhookId: string,
  id: string,
): Promise<LoggedDelivery> {
  await getActiveWebhook(services, actor, webhookId)
  return services.db.transaction(async (tx) => {
    const delivery = await redeliver(joinTransaction(tx), services.outbox, webhookId, id)
    if (!delivery) throw new DomainError('not_found', 'Delivery not found')
    await recordChange(tx, services, actor)
    return delivery
  })
}
