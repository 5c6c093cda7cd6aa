import { DrizzleQueryError } from 'drizzle-orm'

/** What an error says, in a line for operators: of a statement what the server or the driver said, without the statement. */
export function describeError(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return describeError(error.cause)
  if (!(error instanceof Error)) return String(error)
  return error.message || 'nothing listens there'
}
