import { DomainError } from '@waypost/http'

/** A rate limit refuses the request, whatever its input. */
export class TooManyRequestsError extends DomainError {
  override name = 'TooManyRequestsError'
  override readonly retryAfterSeconds: number

  constructor(retryAfterMs: number) {
    super('rate_limited', 'Too many requests, try again later')
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  }
}
