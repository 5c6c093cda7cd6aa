import { withSpan, type Span } from '@waypost/telemetry'
import type { AttemptOutcome } from './send-attempt.ts'

/**
 * Makes an attempt in its own span, whose trace context `attemptHeaders` sends along. The span has only the origin of
 * the URL, because the rest is often secret.
 *
 * @param number of the attempt within its delivery
 */
export function traceAttempt(
  { url, number }: { url: string; number: number },
  attempt: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  return withSpan('POST', { kind: 'client' }, (span) =>
    span ? recordAttempt(span, url, number, attempt) : attempt(),
  )
}

async function recordAttempt(
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
