export interface Issue {
  /** Where in the input, such as `actions.0.url`. */
  property: string
  message: string
}

/** A request that was refused, in words that can be shown. */
export class ApiError extends Error {
  readonly status: number
  readonly issues: Issue[]

  constructor(status: number, message: string, issues: Issue[] = []) {
    super(message)
    this.status = status
    this.issues = issues
  }

  /** Nobody is signed in, or not any more. A wrong password is something else. */
  get isSignedOut(): boolean {
    return this.status === 401 && this.message === 'Not signed in'
  }
}

/** Any of the forms that the services answer errors in → an error in words. */
export function toApiError(status: number, body: unknown): ApiError {
  if (Array.isArray(body)) {
    const issues = (body as { property: string; constraints: Record<string, string> }[]).map(
      ({ property, constraints }) => ({ property, message: Object.values(constraints).join('; ') }),
    )
    return new ApiError(status, issues.map(({ message }) => message).join('; '), issues)
  }
  const { message, error } = (body ?? {}) as { message?: string; error?: string }
  return new ApiError(status, message ?? error ?? describeStatus(status))
}

function describeStatus(status: number): string {
  if (status === 429) return 'That was too much at once. Wait a moment and try again.'
  if (status === 404) return 'That is not there, or not yours.'
  if (status >= 500) return 'The service did not answer. Try again in a moment.'
  return `The request was refused (${status}).`
}
