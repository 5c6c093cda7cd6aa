import type { AttemptOutcome } from '../send-attempt.ts'
import type { WebhookHeaders } from './webhook-headers.ts'

const redacted = '[redacted]'
// A shorter one may stand in any text, and is no secret to anybody who guesses.
const leastSecretLength = 8

/** The request's headers as the log has them: without the values of the webhook's own. */
export function redactHeaders(
  requestHeaders: Record<string, string>,
  own: WebhookHeaders | undefined,
): Record<string, string> {
  if (!own) return requestHeaders
  return { ...requestHeaders, ...Object.fromEntries(Object.keys(own).map((name) => [name, redacted])) }
}

/** The outcome as the log has it: without the values of the webhook's own headers, which some receivers repeat. */
export function redactOutcome(outcome: AttemptOutcome, own: WebhookHeaders | undefined): AttemptOutcome {
  if (!own || outcome.responseBody === null) return outcome
  // With the credentials alone, as in `Bearer <token>`.
  const secrets = Object.values(own)
    .flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)])
    .filter(({ length }) => length >= leastSecretLength)
  const responseBody = secrets.reduce(
    (text, secret) => text.replaceAll(secret, redacted),
    outcome.responseBody,
  )
  return { ...outcome, responseBody }
}
