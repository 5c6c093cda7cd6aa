import { unlessAborted } from '@waypost/egress'
import { DeliveryError } from './delivery-error.ts'

/**
 * Waits for a look-up until the deadline of an attempt. The look-up itself goes on, and ends by its own time limits.
 *
 * @throws DeliveryError where the deadline is over first
 */
export async function beforeDeadline<Found>(
  lookup: Promise<Found>,
  what: string,
  deadline: AbortSignal,
): Promise<Found> {
  try {
    return await unlessAborted(lookup, deadline)
  } catch (error) {
    if (error !== deadline.reason) throw error
    throw new DeliveryError(`451 4.4.3 ${what}: no answer in time`)
  }
}
