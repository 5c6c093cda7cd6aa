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
   * The job that the attempt was made for, which is done with it and is deleted. When it was given to another dispatcher
   * meanwhile, a failure is only logged and counted. Absent where an attempt has no job.
   */
  job?: { id: string; retryCount: number }
}
