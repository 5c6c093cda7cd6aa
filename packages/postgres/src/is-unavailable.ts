// Class 08, and the errors of a server that is full, starting or stopping, or takes no writes since a failover:
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const sqlStates = /^(08\w{3}|25006|53300|57P0[1-3])$/
const systemErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
// The driver gives these errors no code.
const messages = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** Whether a query failed because the database was unavailable, rather than because of the query. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isCode = typeof code === 'string' && (sqlStates.test(code) || systemErrors.has(code))
  return isCode || messages.test(error.message) || isUnavailable(error.cause)
}

/**
 * Whether a connection is of no more use after an error, though it is open: its server takes no writes since a failover, or
 * has not answered in time.
 */
export function isConnectionUseless(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === '25006' || error.message === 'Query read timeout' || isConnectionUseless(error.cause)
}
