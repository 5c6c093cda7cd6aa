import { confirmIdentity } from './confirm-identity.ts'

const timeoutMs = 30_000

/**
 * Sends a request to the dashboard's server. Where that wants to know first who is there, the user is asked, and the request
 * is sent again. If the user declines, the refusal is the answer.
 */
export async function fetchAsUser(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  if (answer.status !== 403 || !answer.headers.has('waypost-reauthenticate')) return answer
  if (!(await confirmIdentity())) return answer
  // The signal of the first request may have timed out while the user was asked.
  return fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}
