import { readSecrets } from './read-secrets.ts'
import { verifyWebhook, type WebhookCheck, type WebhookDelivery } from './verify-webhook.ts'
import type { WebhookEvent } from './webhook-event.ts'
import { WebhookVerificationError } from './webhook-verification-error.ts'

/** The options of a receiver in any framework. */
export interface WebhookReceiverOptions extends WebhookCheck {
  /**
   * Handles a verified event. Awaited: Waypost waits ten seconds for the response. Its errors go to the framework,
   * whose 500 makes Waypost send the event again later.
   */
  onEvent: (event: WebhookEvent) => unknown
  /** Larger bodies are refused with 413. 10 MiB by default. */
  maxBytes?: number | undefined
}

export const defaultMaxBytes = 10 * 1024 * 1024

/** The response to a delivery. Without a body it was accepted. */
export interface DeliveryAnswer {
  status: number
  body?: { error: string; code: string }
}

export const tooLarge: DeliveryAnswer = {
  status: 413,
  body: { error: 'The body is larger than this receiver takes', code: 'body_too_large' },
}

/**
 * Verifies deliveries and passes their events to `onEvent`. The response is 204, or 401 for an untrusted delivery (400
 * where it is genuine, but has no event).
 *
 * @throws WebhookVerificationError at once where there is no secret, and for each delivery of which only a parsed body
 * is left: both are mistakes of the receiver
 */
export function createReceiver(
  options: WebhookReceiverOptions,
): (delivery: Pick<WebhookDelivery, 'payload' | 'headers'>) => Promise<DeliveryAnswer> {
  readSecrets(options.secret)
  return async (delivery) => {
    let event: WebhookEvent
    try {
      event = await verifyWebhook({ ...options, ...delivery })
    } catch (error) {
      if (!(error instanceof WebhookVerificationError) || error.code === 'body_not_raw') throw error
      const { code, message } = error
      return { status: code === 'invalid_body' ? 400 : 401, body: { error: message, code } }
    }
    await options.onEvent(event)
    return { status: 204 }
  }
}
