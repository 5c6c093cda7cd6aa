import type { AliasEvent, AutomationEvent } from '../generated/webhook-events.ts'

/**
 * Any event of either service; `event` tells which, and so what `data` is. Newer services may send others: leave a
 * `default` in a `switch`.
 */
export type WebhookEvent = (AliasEvent | AutomationEvent) & {
  /**
   * The delivery that it came by, the same on every attempt: drop what you have seen by it. Signed where the time is,
   * else as trustworthy as the network.
   */
  deliveryId: string | undefined
}
