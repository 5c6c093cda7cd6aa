import { DrizzleQueryError } from 'drizzle-orm'

/** The first line of an error, for the run's owner. The database's message is for the operator of the service. */
export function firstLine(error: unknown): string {
  if (error instanceof DrizzleQueryError) return 'Internal error'
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!
}
