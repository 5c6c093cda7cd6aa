import { z } from 'zod'
import { deliveryStatus } from './logged-delivery.ts'

/** Filters for a webhook's deliveries. */
export const deliveryQuery = z.object({ status: deliveryStatus.optional(), event: z.string().optional() })

/** A query for `listDeliveries`; `cursor` is the id of the last delivery of the previous page. */
export type DeliveryQuery = z.output<typeof deliveryQuery> & {
  limit: number
  offset: number
  cursor?: string | undefined
}
