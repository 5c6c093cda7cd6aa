import { DomainError } from '@waypost/http'
import { joinTransaction, type Db } from '@waypost/postgres'
import type { Outbox } from '../publish-event.ts'
import { getActiveWebhook } from '../registry/get-webhook.ts'
import type { LoggedDelivery } from './logged-delivery.ts'
import { redeliver } from './redeliver.ts'

/**
 * Redelivers one delivery of an owner's webhook.
 *
 * @param record writes the audit log entry, at the end of the transaction
 */
export async function redeliverOwn(
  services: { db: Db; outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'> },
  owner: { ownerId: string },
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
  record: (tx: Db) => Promise<void>,
): Promise<LoggedDelivery> {
  const { db, outbox } = services
  await getActiveWebhook(services, owner, webhookId)
  return db.transaction(async (tx) => {
    const delivery = await redeliver(joinTransaction(tx), outbox, webhookId, deliveryId)
    if (!delivery) throw new DomainError('not_found', outbox.channel.notFound('Delivery'))
    await record(tx)
    return delivery
  })
}
