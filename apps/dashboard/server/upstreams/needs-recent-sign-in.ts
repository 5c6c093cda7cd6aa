import type { Target } from './upstream.ts'

/**
 * What would keep working for somebody who found a browser open: a key, or events or mail sent to them. What switches such a thing
 * on also ends its hold, so it is as guarded as keeping it.
 */
const guarded: Record<string, RegExp[]> = {
  POST: [
    /^\/api-keys$/,
    /^(?:\/api\/v1)?\/webhooks$/,
    /^\/held-access\/[^/]+\/keep$/,
    /^\/api\/v1\/forwarding-addresses$/,
    /^\/api\/v1\/domains\/[^/]+\/rules$/,
  ],
  PUT: [/^\/api\/v1\/addresses\/[^/]+\/rules$/],
  PATCH: [
    /^\/api-keys\/[^/]+$/,
    /^(?:\/api\/v1)?\/webhooks\/[^/]+$/,
    /^\/api\/v1\/addresses\/[^/]+\/forwarding$/,
    /^\/api\/v1\/domains\/[^/]+\/rules\/[^/]+$/,
  ],
}

/** Whether a request to a service needs a recent sign-in: it adds, changes or switches on a key, a webhook or what forwards mail. */
export function needsRecentSignIn(method: string, { path }: Target): boolean {
  const patterns = guarded[method]
  if (!patterns) return false
  const [pathname] = path.split('?')
  // Services decode a path before they look for its route.
  const plain = decode(pathname!)
    .replaceAll(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '')
  return patterns.some((pattern) => pattern.test(plain))
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
