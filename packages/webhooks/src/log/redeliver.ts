import type { Db } from '@waypost/postgres'
import type { Outbox } from '../publish-event.ts'
import { findDeliveries } from './find-deliveries.ts'
import type { LoggedDelivery } from './logged-delivery.ts'
import { requeueDeliveries } from './requeue-deliveries.ts'

/**
 * Has a delivery made once more, whatever has become of it: at once, and after a failure by the schedule.
 *
 * @param webhookId that it is the caller's own, and active, is the service's to check
 * @returns the delivery, or undefined where that webhook has none of that id
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
