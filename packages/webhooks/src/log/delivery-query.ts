import { z } from 'zod'
import { deliveryStatus } from './logged-delivery.ts'

/**
 * Which of a webhook's deliveries to list. `cursor` is opaque to its user: the place in the list after the delivery
 * whose id it becomes here. Unlike `offset`, it costs the same at any depth.
 */
export const deliveryQuery = z.object({
  status: deliveryStatus.optional(),
  event: z.string().optional(),
  cursor: z
    .string()
    .refine((text) => /^[\w-]{22}$/.test(text), {
      message: 'must be one that an earlier page gave',
      params: { rule: 'matches' },
    })
    .transform(readCursor)
    .optional(),
})

/** A query as `listDeliveries` takes it: the limits of a page are each service's own. */
export type DeliveryQuery = z.output<typeof deliveryQuery> & { limit: number; offset: number }

/** The cursor that leads on from a delivery. */
export function writeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function readCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
