import { redeliverOwn, type LoggedDelivery } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, Services } from '../services.ts'

export function redeliverDelivery(
  services: Services,
  actor: Actor,
  webhookId: string,
  deliveryId: string,
): Promise<LoggedDelivery> {
  return redeliverOwn(services, actor, { webhookId, deliveryId }, (tx) => recordChange(tx, services, actor))
}
