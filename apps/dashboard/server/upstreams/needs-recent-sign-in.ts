import type { Target } from './upstream.ts'

/** What would keep working for somebody who found a browser open: a key, or events sent to them. */
const guarded: Record<string, RegExp> = {
  POST: /^(?:\/api-keys|(?:\/api\/v1)?\/webhooks|\/held-access\/[^/]+\/keep)$/,
  PATCH: /^(?:\/api\/v1)?\/webhooks\/[^/]+$/,
}

/** Whether a request to a service needs a recent sign-in: it creates a key, or creates, changes or restores a webhook. */
export function needsRecentSignIn(method: string, { path }: Target): boolean {
  const pattern = guarded[method]
  if (!pattern) return false
  const [pathname] = path.split('?')
  // Services decode a path before they look for its route.
  return pattern.test(
    decode(pathname!)
      .replaceAll(/\/+/g, '/')
      .replace(/(?<=.)\/$/, ''),
  )
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
