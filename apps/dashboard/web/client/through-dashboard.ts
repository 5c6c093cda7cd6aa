import type { ClientOptions } from '@waypost/sdk'

/** Client options for a service behind the dashboard's own origin, authenticated by the session cookie. */
export function throughDashboard(service: 'automation' | 'alias'): ClientOptions {
  // The client does not retry: queries retry reads themselves, and users repeat their actions.
  return { baseUrl: new URL(`/${service}`, location.href), usesCookie: true, maxRetries: 0 }
}
