import { z } from 'zod'
import { deliveryStatus } from './logged-delivery.ts'

/** Which of a webhook's deliveries to list. */
export const deliveryQuery = z.object({ status: deliveryStatus.optional(), event: z.string().optional() })

/** A query as `listDeliveries` takes it; `cursor` is the id of the delivery after which to go on. */
export type DeliveryQuery = z.output<typeof deliveryQuery> & {
  limit: number
  offset: number
  cursor?: string | undefined
}
