import { accountOf } from '../accounts/owner.ts'
import type { Carry } from './send-departure.ts'

/**
 * Live mail goes the one way, and what is sent in test mode never does.
 *
 * @param caught where to keep what does not leave; absent: nowhere
 */
export function chooseCarrier(live: Carry, caught: Carry | undefined): Carry {
  return async (departure) => {
    if (accountOf(departure.ownerId).mode === 'live') return live(departure)
    await caught?.(departure)
  }
}
