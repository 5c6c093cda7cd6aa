import type { Bed } from './bed.ts'

/** An account with keys of both services. */
export interface Tenant {
  id: string
  /** Sends a request to the automation service with a key. */
  automation: Send
  /** Sends a request to the alias service as the dashboard does for its owner. */
  alias: Send
}

export type Send = (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>

const scopes = [
  'automation:read',
  'automation:write',
  'automation:execute',
  'pipeline:read',
  'pipeline:write',
  'pipeline:execute',
]
const requestTimeoutMs = 60_000

/**
 * @param token a JWT of the account
 * @param isNew by default it is as old as it needs to be, and on the largest plan
 */
export async function registerTenant(
  { urls, adminToken }: Pick<Bed, 'urls' | 'adminToken'>,
  id: string,
  { token, isNew = false }: { token: string; isNew?: boolean | undefined },
): Promise<Tenant> {
  const bearer = { authorization: `Bearer ${token}` }
  const person = createSend(urls.automation, bearer)
  const { rawKey } = await must<{ rawKey: string }>(person('POST', '/api-keys', { name: 'chaos', scopes }))
  if (!isNew) {
    const operator = createSend(urls.alias, { authorization: `Bearer ${adminToken}` })
    await must(operator('PUT', `/admin/accounts/${id}/plan`, { plan: 'business' }))
    // As many as an account of some age has.
    await must(operator('PUT', `/admin/accounts/${id}/limits`, { recipientsPerDay: 5000 }))
  }
  return {
    id,
    automation: createSend(urls.automation, { 'x-api-key': rawKey }),
    alias: createSend(urls.alias, bearer),
  }
}

/** The body of an answer; rejects where it is not a success. */
export async function must<Body>(answer: ReturnType<Send>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body).slice(0, 300)}`)
  return body as Body
}

function createSend(base: string, headers: Record<string, string>): Send {
  return async (method, path, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}
