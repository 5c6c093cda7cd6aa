import { recoverOwn, type Recovery } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import type { Actor, Services } from '../services.ts'

/** Resends what the webhook has missed, or only counts it. Safe to repeat. */
export function recoverWebhook(
  services: Services,
  actor: Actor,
  webhookId: string,
  recovery: Recovery,
): Promise<{ recovered: number; dryRun?: true | undefined }> {
  return recoverOwn(services, actor, webhookId, recovery, (db) => recordChange(db, services, actor))
}
