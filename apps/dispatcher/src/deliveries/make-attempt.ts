import { continueTrace, type Span } from '@waypost/telemetry'
import {
  attemptHeaders,
  formatBody,
  redactHeaders,
  redactOutcome,
  sendAttempt,
  traceAttempt,
  type AttemptOutcome,
} from '@waypost/webhooks'
import type { OpenChannel, Services } from '../services.ts'
import type { Claim } from './claim-deliveries.ts'

/** An attempt that was made, as it is logged. */
export interface Attempt {
  claim: Claim
  outcome: AttemptOutcome
  requestHeaders: Record<string, string>
  endedAt: Date
  /** The attempt's span, when tracing is on. */
  trace?: Span['ids'] | undefined
}

/**
 * Signs and sends. Never throws: whatever becomes of the request is an outcome.
 *
 * The attempt's span is a child of the publisher's span, not a trace with a link to it: an attempt belongs to one
 * delivery, and the trace of the request that published the event then shows every attempt and retry.
 */
export function makeAttempt(services: Services, channel: OpenChannel, claim: Claim): Promise<Attempt> {
  const { outboxSchema } = channel.channel
  return continueTrace(claim.traceParent, `process ${outboxSchema}`, { kind: 'consumer' }, async (span) => {
    span?.set({
      'messaging.system': 'pg-boss',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': outboxSchema,
      'messaging.message.id': claim.deliveryId,
      'waypost.event': claim.event,
      'waypost.attempt': claim.number,
    })
    const attempt = await signAndSend(services, channel, claim)
    const { succeeded, status, error } = attempt.outcome
    if (!succeeded) span?.fail(String(status ?? error))
    return { ...attempt, trace: span?.ids }
  })
}

async function signAndSend(
  { agent, clock }: Services,
  { channel }: OpenChannel,
  claim: Claim,
): Promise<Attempt> {
  const { deliveryId, number, event, url, startedAt, secret, previousSecret, headers } = claim
  const body = formatBody(claim.format, claim.body)
  const message = { deliveryId, event, body, sentAt: startedAt, headers }
  let requestHeaders: Record<string, string> = {}
  const outcome = await traceAttempt({ url, number }, () => {
    // Within the request's own span, which they name.
    requestHeaders = attemptHeaders(channel, message, secret, previousSecret)
    return sendAttempt(agent, { url, headers: requestHeaders, body })
  })
  return {
    claim,
    outcome: redactOutcome(outcome, headers),
    requestHeaders: redactHeaders(requestHeaders, headers),
    endedAt: new Date(clock.now()),
  }
}
