import { accountOf } from '../accounts/owner.ts'
import type { Transport } from './send-outbound.ts'

/**
 * Live mail goes the one way, and what is sent in test mode never does.
 *
 * @param caught where to keep what does not leave; absent: nowhere
 */
export function chooseTransport(live: Transport, caught: Transport | undefined): Transport {
  return async (outbound) => {
    if (accountOf(outbound.ownerId).mode === 'live') return live(outbound)
    await caught?.(outbound)
  }
}
