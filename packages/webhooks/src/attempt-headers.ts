import { currentSpan } from '@waypost/telemetry'
import type { Channel } from './channel.ts'
import { signBody, standardWebhookHeaders } from './signature.ts'

/**
 * Everything that an attempt sends beside its body; within a span, its trace context too.
 *
 * @param sentAt the time of this attempt, which is what the signed time-stamps say
 * @param previousSecret the one before the last rotation, while it still signs along: in `webhook-signature`, which
 *   may hold several; `X-Service-Signature` is the new secret's
 */
export function attemptHeaders(
  channel: Channel,
  { deliveryId, event, body, sentAt }: { deliveryId: string; event: string; body: string; sentAt: Date },
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
    ...(traceParent !== undefined && { traceparent: traceParent }),
  }
}
