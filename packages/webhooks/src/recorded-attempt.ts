import type { AttemptOutcome } from './send-attempt.ts'

/** The outcome of an attempt whose row already exists. */
export interface RecordedAttempt {
  deliveryId: string
  webhookId: string
  round: number
  /** The attempt's number within its delivery. */
  number: number
  startedAt: Date
  endedAt: Date
  requestHeaders: Record<string, string>
  outcome: AttemptOutcome
  /** When a failed delivery is retried; null when that was the last attempt. */
  nextAttemptAt: Date | null
  /**
   * The lease that its delivery was claimed by. Where that has expired, another dispatcher has the delivery, and a failure is only
   * logged and counted. Absent where an attempt has none.
   */
  leaseId?: string
}
