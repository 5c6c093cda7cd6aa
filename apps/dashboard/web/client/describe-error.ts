import { describeIssue, describePlace } from './plain-issues.ts'
import { ApiError, ConnectionError, TimeoutError, type InputIssue } from '@waypost/sdk'

export interface Issue {
  /** The path in the input, such as `actions.0.url`. */
  property: string
  /** In plain words, to stand at the property's field. */
  message: string
}

/** The errors of each input property in a service's response; empty if it names none. */
export function issuesOf(error: unknown): Issue[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.body)) return []
  return (error.body as InputIssue[]).map(({ property, constraints }) => ({
    property,
    message: [
      ...new Set(Object.entries(constraints).map(([rule, text]) => describeIssue(property, rule, text))),
    ].join(' '),
  }))
}

/** An issue away from its field, with its place. */
export const describeFully = ({ property, message }: Issue): string =>
  `${describePlace(property)}: ${message}`

/** The text to show for an error, whichever response format the service uses. */
export function describeError(error: Error): string {
  // `fetch` throws a TypeError when the network fails.
  if (error instanceof ConnectionError || error instanceof TypeError)
    return 'The dashboard cannot be reached. Check your connection and try again.'
  if (error instanceof TimeoutError) return describeStatus(504)
  if (!(error instanceof ApiError)) return error.message
  const issues = issuesOf(error)
  if (issues.length > 0) return issues.map(describeFully).join(' ')
  const { message, error: refusal } = (error.body ?? {}) as { message?: string; error?: string }
  return message ?? refusal ?? describeStatus(error.status)
}

/** Whether the error means that nobody is signed in, as opposed to a wrong password. */
export const isSignedOut = (error: Error): boolean =>
  error instanceof ApiError && error.status === 401 && describeError(error) === 'Not signed in'

function describeStatus(status: number): string {
  if (status === 429) return 'Too many requests. Wait a moment and try again.'
  if (status === 404) return 'Not found.'
  if (status >= 500) return 'The service did not answer. Try again in a moment.'
  return `The request was refused (${status}).`
}
