import type { ClientOptions } from '@waypost/sdk'

/** How a service is reached through the dashboard's own origin, as whom its cookie says. */
export function throughDashboard(service: 'automation' | 'alias'): ClientOptions {
  // Whoever reads it asks again: what a page shows is tried once more by its query, and what it does by its person.
  return { baseUrl: new URL(`/${service}`, location.href), usesCookie: true, maxRetries: 0 }
}
