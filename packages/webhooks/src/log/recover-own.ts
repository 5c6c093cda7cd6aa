import type { Db } from '@waypost/postgres'
import type { Outbox } from '../publish-event.ts'
import { getActiveWebhook } from '../registry/get-webhook.ts'
import { recoverDeliveries } from './recover-deliveries.ts'

/**
 * Redelivers everything that an owner's webhook missed since then. May be repeated.
 *
 * @param record writes the audit log entry, before anything is recovered
 */
export async function recoverOwn(
  services: { db: Db; outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'> },
  owner: { ownerId: string },
  { webhookId, since }: { webhookId: string; since: Date },
  record: (db: Db) => Promise<void>,
): Promise<{ recovered: number }> {
  const { db, outbox } = services
  await getActiveWebhook(services, owner, webhookId)
  await record(db)
  return { recovered: await recoverDeliveries(db, outbox, webhookId, since) }
}
