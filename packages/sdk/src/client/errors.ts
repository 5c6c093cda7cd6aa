/** One invalid property of the input. */
export interface InputIssue {
  property: string
  /** Rule name → message. */
  constraints: Record<string, string>
  receivedValue: unknown
}

/** Base of all errors that a client throws, except those of the given `AbortSignal` or `fetch`. */
export class WaypostError extends Error {
  override readonly name: string = 'WaypostError'
}

/** The service could not be reached, or the connection ended before its response did. */
export class ConnectionError extends WaypostError {
  override readonly name = 'ConnectionError'
}

/** There was no result in time. */
export class TimeoutError extends WaypostError {
  override readonly name = 'TimeoutError'
}

/** The service refused the request. */
export class ApiError extends WaypostError {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** The response's body: parsed where it is JSON, else text. */
  readonly body: unknown
  readonly headers: Headers
  /** The id of the request in the service's log: tell it to whoever runs the service. Also in the message. */
  readonly requestId: string | undefined

  constructor(status: number, body: unknown, headers: Headers) {
    const requestId = requestIdOf(headers)
    super([status, describe(body), requestId && `(request ${requestId})`].filter(Boolean).join(' '))
    this.status = status
    this.body = body
    this.headers = headers
    this.requestId = requestId
  }
}

/** 400: the input is invalid. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError'
  /** Each invalid property; empty where the service names none. */
  get issues(): InputIssue[] {
    return Array.isArray(this.body) ? (this.body as InputIssue[]) : []
  }
}

/** 401: the key or token is missing, unknown, expired or deactivated. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key lacks a scope, or the account's plan does not allow it. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError'
}

/** 404: it does not exist, or belongs to somebody else. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 409: the current state does not allow it, such as starting what is already running. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 412: it has changed since the given version. */
export class ChangedError extends ApiError {
  override readonly name = 'ChangedError'
}

/** 429: too many requests, and the wait for the limit's reset is too long. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
}

/** 5xx: the service, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError'
}

const classes: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ChangedError,
  429: RateLimitError,
}

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** The error for a response outside of 2xx. */
export function createApiError(status: number, body: unknown, headers: Headers): ApiError {
  const Kind = classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Kind(status, body, headers)
}

/** The message in either service's form, or the messages of all properties. */
function describe(body: unknown): string {
  if (Array.isArray(body))
    return (body as InputIssue[]).flatMap((issue) => Object.values(issue?.constraints ?? {})).join('; ')
  if (typeof body !== 'object' || body === null) return ''
  const { message, error } = body as { message?: unknown; error?: unknown }
  return typeof message === 'string' ? message : typeof error === 'string' ? error : ''
}
