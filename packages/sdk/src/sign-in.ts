import { findBaseUrl } from './client/apply-defaults.ts'
import { readBaseUrl } from './client/build-url.ts'
import { systemClock, type Clock } from './client/clock.ts'
import { createApiError } from './client/errors.ts'
import { sendOnce } from './client/send-once.ts'

export interface SignInOptions {
  email: string
  password: string
  /**
   * The URL of the dashboard, which has the accounts. By default `WAYPOST_DASHBOARD_URL` of the environment, else that of
   * `start` on this machine.
   */
  baseUrl?: string | URL | undefined
  /** Used instead of the global one. */
  fetch?: typeof globalThis.fetch | undefined
  signal?: AbortSignal | undefined
  /** Used instead of the system's. */
  clock?: Clock | undefined
}

const defaults = { urlVariable: 'WAYPOST_DASHBOARD_URL', localUrl: 'http://localhost:4000' }

/**
 * Signs a person in: `new AutomationClient({ token: await signIn({ email, password }) })`. The token is renewed
 * automatically before it expires.
 *
 * @throws AuthenticationError for a wrong password
 */
export async function signIn({
  email,
  password,
  baseUrl: given,
  fetch = globalThis.fetch,
  signal,
  clock = systemClock,
}: SignInOptions): Promise<() => Promise<string>> {
  const { baseUrl, urlHint } = findBaseUrl(given, defaults)
  const base = readBaseUrl(baseUrl)
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/auth/login`, base)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }
  const logIn = async (): Promise<{ token: string; renewAtMs: number }> => {
    const answer = await sendOnce(fetch, url, request, { reads: 'json', timeoutMs: 30_000, signal, urlHint })
    if ('failure' in answer) throw answer.failure
    if (answer.status !== 200) throw createApiError(answer.status, answer.body, answer.headers)
    const { token, expiresIn } = answer.body as { token: string; expiresIn: number }
    return { token, renewAtMs: clock.now() + expiresIn * 900 }
  }

  let current = logIn()
  await current
  return async () => {
    const known = current
    // Of several concurrent calls only one renews it.
    if (clock.now() >= (await known).renewAtMs && current === known) {
      current = logIn()
      // The token is still valid for a while: the next call tries again.
      current.catch(() => (current = known))
    }
    return (await current).token
  }
}
