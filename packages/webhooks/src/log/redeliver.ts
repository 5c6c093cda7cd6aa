import type { Db } from '@waypost/postgres'
import type { Outbox } from '../publish-event.ts'
import { findDeliveries } from './find-deliveries.ts'
import type { LoggedDelivery } from './logged-delivery.ts'
import { requeueDeliveries } from './requeue-deliveries.ts'

/**
 * Redelivers a delivery in any state: at once, and after a failure by the schedule.
 *
 * @param webhookId the service must check that it belongs to the caller and is active
 *
 * @returns the delivery, or undefined where that webhook has none with that id
 */
export async function redeliver(
  db: Db,
  outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'>,
  webhookId: string,
  deliveryId: string,
): Promise<LoggedDelivery | undefined> {
  return db.transaction(async (tx) => {
    const ids = await requeueDeliveries(tx, outbox, webhookId, [deliveryId], null)
    const [delivery] = await findDeliveries(tx, outbox.channel, ids)
    return delivery
  })
}
