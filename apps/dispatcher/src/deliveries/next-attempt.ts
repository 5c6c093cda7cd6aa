import type { AttemptOutcome } from '@waypost/webhooks'

const longestWaitMs = 24 * 3_600_000
const goldenRatio = 0.618_033_988_749_895

interface FailedAttempt {
  deliveryId: string
  /** The attempt's number within its delivery. */
  number: number
  endedAt: Date
  outcome: Pick<AttemptOutcome, 'status' | 'retryAfter'>
}

/**
 * When a failed delivery is attempted again: after its delay, never sooner. A receiver that answers 429 or 503 with
 * `Retry-After` is given that time, a day at most. Jitter lengthens the delay by up to that share of it, by a fraction that
 * the delivery's id decides, so that deliveries that failed together do not come back together.
 */
export function nextAttemptAt(
  { deliveryId, number, endedAt, outcome }: FailedAttempt,
  delayMs: number,
  jitter: number,
): Date {
  const fraction = (Number.parseInt(deliveryId.slice(-8), 16) / 2 ** 32 + number * goldenRatio) % 1
  const spreadMs = Math.round(delayMs * (1 + jitter * fraction))
  return new Date(endedAt.getTime() + Math.max(spreadMs, askedForMs(outcome, endedAt)))
}

function askedForMs({ status, retryAfter }: FailedAttempt['outcome'], now: Date): number {
  if (retryAfter == null || (status !== 429 && status !== 503)) return 0
  const text = retryAfter.trim()
  const waitMs = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(0, waitMs), longestWaitMs)
}
