import { recoverOwn } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, Services } from '../services.ts'

/** Resends everything that the webhook has missed since a time. Safe to repeat. */
export function recoverWebhook(
  services: Services,
  actor: Actor,
  webhookId: string,
  since: Date,
): Promise<{ recovered: number }> {
  return recoverOwn(services, actor, { webhookId, since }, (db) => recordChange(db, services, actor))
}
