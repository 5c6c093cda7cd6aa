import type { WebhookFormat } from '@waypost/webhooks'

/** A job that this process holds. */
export interface ClaimedJob {
  queue: string
  job_id: string
  retry_count: number
  /** The host counted it when it was unparked. */
  is_counted: boolean
}

export interface ClaimedDelivery extends ClaimedJob {
  id: string
  owner_id: string
  webhook_id: string
  round: number
  number: number
  failed_attempts: number
  event: string
  body: string
  next_attempt_at: Date | null
  url: string
  sealed_secret: string
  previous_sealed_secret: string | null
  sealed_headers: string | null
  max_per_second: number | null
  format: WebhookFormat | null
  trace_parent: string | null
  is_active: boolean
  /** False where another job of the claim is for the same delivery. */
  is_first: boolean
  is_logged: boolean
}

/** What is needed of a delivery to end its job and take its attempt out of the log. */
export type WithdrawnDelivery = Pick<
  ClaimedDelivery,
  'queue' | 'job_id' | 'retry_count' | 'id' | 'round' | 'number' | 'is_logged'
>

/** Claimed jobs that lead to no attempt now. */
export interface Unmade {
  /** Deliveries whose receivers have no place. */
  parked: ClaimedDelivery[]
  /** Deliveries whose secrets this dispatcher's keys do not open. */
  unopened: ClaimedDelivery[]
  /** Deliveries of webhooks that are deactivated or deleted. */
  cancelled: ClaimedDelivery[]
  /** Jobs of deliveries that have ended, or that were redelivered: the job of the later round counts. */
  stale: ClaimedJob[]
}
