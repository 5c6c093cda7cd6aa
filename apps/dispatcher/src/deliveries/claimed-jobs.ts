import type { WebhookFormat } from '@waypost/webhooks'

/** What a job that was claimed is for. */
interface ClaimedJob {
  queue: string
  /** The host counted it when it was unparked. */
  is_counted: boolean
}

/** The job of a delivery that has ended, or that was redelivered: the job of the later round counts. */
export interface StaleJob extends ClaimedJob {
  id: null
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

/** What is needed of a delivery to take its attempt out of the log. */
export type WithdrawnDelivery = Pick<ClaimedDelivery, 'id' | 'round' | 'number' | 'is_logged'>

/** Claimed deliveries of which no attempt is made now. */
export interface Unmade {
  /** Their receivers have no place. */
  parked: ClaimedDelivery[]
  /** This dispatcher's keys do not open their secrets. */
  unopened: ClaimedDelivery[]
  /** Their webhooks are deactivated or deleted. */
  cancelled: ClaimedDelivery[]
}
