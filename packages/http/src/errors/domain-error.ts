export type DomainErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'rate_limited'
  | 'bad_gateway'
  | 'unavailable'

/** The error of a verb whose caller is at fault. Each service formats it in one place. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: DomainErrorCode
  /** How long the caller has to wait, where that is known: `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: DomainErrorCode,
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The HTTP status of each error code. */
export const statusOfCode: Record<DomainErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  rate_limited: 429,
  bad_gateway: 502,
  unavailable: 503,
}
