import type { ClientOptions } from '@waypost/sdk'
import { fetchAsUser } from './fetch-as-user.ts'

/** Client options for a service behind the dashboard's own origin, authenticated by the session cookie. */
export function throughDashboard(service: 'automation' | 'alias'): ClientOptions {
  // The client does not retry: queries retry reads themselves, and users repeat their actions.
  const baseUrl = new URL(`/${service}`, location.href)
  return { baseUrl, usesCookie: true, maxRetries: 0, fetch: fetchAsUser }
}
