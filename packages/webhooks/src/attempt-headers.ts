import { currentSpan } from '@waypost/telemetry'
import type { Channel } from './channel.ts'
import type { WebhookHeaders } from './headers/webhook-headers.ts'
import { signBody, standardWebhookHeaders } from './signature.ts'

interface Message {
  deliveryId: string
  event: string
  body: string
  /** The time of this attempt, which the signed time-stamps show. */
  sentAt: Date
  /** The webhook's own. */
  headers?: WebhookHeaders | undefined
}

/**
 * The headers of an attempt beyond those of the connection; within a span, also its trace context.
 *
 * @param previousSecret the secret before the last rotation, while it is still valid. It signs in `webhook-signature`,
 * which may hold several signatures; `X-Service-Signature` is only the new secret's
 */
export function attemptHeaders(
  channel: Channel,
  { deliveryId, event, body, sentAt, headers }: Message,
  secret: string,
  previousSecret?: string,
): Record<string, string> {
  const traceParent = currentSpan()?.traceParent
  return {
    'content-type': 'application/json',
    ...channel.headers({ event, sentAt }),
    'x-service-delivery': deliveryId,
    'x-service-signature': signBody(body, secret),
    ...standardWebhookHeaders(deliveryId, sentAt, body, previousSecret ? [secret, previousSecret] : [secret]),
    ...headers,
    ...(traceParent !== undefined && { traceparent: traceParent }),
  }
}
