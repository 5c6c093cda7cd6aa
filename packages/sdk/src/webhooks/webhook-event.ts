import type { AliasEvent, AutomationEvent } from '../generated/webhook-events.ts'

/**
 * Any event of either service; `event` tells which, and so the type of `data`. Newer services may send others: add a
 * `default` to a `switch`.
 */
export type WebhookEvent = (AliasEvent | AutomationEvent) & {
  /**
   * The id of the delivery, the same on every attempt: skip deliveries that you have seen. Signed where the time is,
   * else as trustworthy as the network.
   */
  deliveryId: string | undefined
}
