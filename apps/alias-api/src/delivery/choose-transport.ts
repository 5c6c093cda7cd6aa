import { accountOf } from '../accounts/owner.ts'
import type { Transport } from './send-outbound.ts'

/**
 * Sends live messages by the live transport; test-mode messages never go there.
 *
 * @param caught stores messages that are not sent; without it they are dropped
 */
export function chooseTransport(live: Transport, caught: Transport | undefined): Transport {
  return async (outbound) => {
    if (accountOf(outbound.ownerId).mode === 'live') return live(outbound)
    await caught?.(outbound)
  }
}
