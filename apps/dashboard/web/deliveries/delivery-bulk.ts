import type { BulkAction } from '../lists/bulk-action.ts'
import type { Service } from '../services/service.ts'
import type { ReceivedDelivery } from '../webhooks/webhook-service.ts'
import { webhookServices } from '../webhooks/webhook-services.ts'

/**
 * What can be done with several deliveries at once.
 *
 * @param webhookOf the webhook of a delivery; null where a URL was named for it, to which it cannot be resent
 */
export function deliveryBulk(
  service: Service,
  webhookOf: (delivery: ReceivedDelivery) => string | null,
): BulkAction<ReceivedDelivery>[] {
  return [
    {
      label: 'Resend',
      isFor: (delivery) => webhookOf(delivery) !== null,
      act: (delivery) => webhookServices[service].redeliver(webhookOf(delivery)!, delivery.id),
      done: ({ length }) => (length === 1 ? '1 delivery resent' : `${length} deliveries resent`),
    },
  ]
}
