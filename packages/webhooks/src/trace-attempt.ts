import { withSpan } from '@waypost/telemetry'
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
  return withSpan('POST', { kind: 'client' }, async (span) => {
    const target = span && URL.parse(url)
    if (!target) return attempt()
    const { origin, hostname, port, protocol } = target
    span.set({
      'http.request.method': 'POST',
      'url.full': origin,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      ...(number > 1 && { 'http.request.resend_count': number - 1 }),
    })
    const outcome = await attempt()
    if (outcome.status !== null) span.set({ 'http.response.status_code': outcome.status })
    if (!outcome.succeeded) span.fail(String(outcome.status ?? outcome.error))
    return outcome
  })
}
