import { searchText } from '@waypost/http'
import { z } from 'zod'
import { deliveryStatus } from './logged-delivery.ts'

/** A time of ISO 8601 with its offset. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** What a receiver answered: the class of its status, or that it did not answer. */
const responseClass = z.enum(['2xx', '3xx', '4xx', '5xx', 'none'])

/** Filters for deliveries. */
export const deliveryQuery = z.object({
  status: deliveryStatus.optional(),
  event: z.string().optional(),
  since: moment
    .optional()
    .meta({ description: 'Only deliveries created then or later', example: '2026-11-24T09:00:00Z' }),
  until: moment
    .optional()
    .meta({ description: 'Only deliveries created before then', example: '2026-11-25T09:00:00Z' }),
  response: responseClass.optional().meta({
    description:
      'What the newest attempt was answered with; `none`: no response. A delivered one had a `2xx`',
  }),
  q: searchText.optional().meta({
    description: 'A part of the body, or of a response to it, case-insensitive',
    example: 'order 4711',
  }),
})

/** What `listDeliveries` lists of deliveries. */
export type DeliveryFilter = z.output<typeof deliveryQuery>

/** A query for `listDeliveries`; `cursor` is the id of the last delivery of the previous page. */
export type DeliveryQuery = DeliveryFilter & {
  limit: number
  offset: number
  cursor?: string | undefined
}

/** Whether a query asks for what no index has: such deliveries are looked at one by one. */
export const asksForContent = ({ q, response }: DeliveryFilter): boolean =>
  q !== undefined || response !== undefined
