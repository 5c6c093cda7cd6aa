import { withSpan, type Span } from '@waypost/telemetry'
import type { AttemptOutcome } from './send-attempt.ts'

/**
 * Makes an attempt as a span of its own, whose trace context `attemptHeaders` then sends along. Of the URL the span
 * says the origin only: what follows is the receiver's business, and often a secret.
 *
 * @param number of the attempt within its delivery
 */
export function traceAttempt(
  { url, number }: { url: string; number: number },
  attempt: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  return withSpan('POST', { kind: 'client' }, (span) => (span ? tell(span, url, number, attempt) : attempt()))
}

async function tell(
  span: Span,
  url: string,
  number: number,
  attempt: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  const target = URL.parse(url)
  span.set({
    'http.request.method': 'POST',
    ...(target && {
      'url.full': target.origin,
      'server.address': target.hostname,
      'server.port': Number(target.port) || (target.protocol === 'https:' ? 443 : 80),
    }),
    ...(number > 1 && { 'http.request.resend_count': number - 1 }),
  })
  const outcome = await attempt()
  if (outcome.status !== null) span.set({ 'http.response.status_code': outcome.status })
  if (!outcome.succeeded) span.fail(String(outcome.status ?? outcome.error))
  return outcome
}
