import { alias, automation, type CredentialKind, type Upstream } from '../upstreams/upstream.ts'

/** A list of an account's entries at a service, each of which can be deleted. */
export interface Holding {
  upstream: Upstream
  path: string
  /** The list path with the largest page size. */
  query?: string
  credential: CredentialKind
}

const token = { credential: 'token' } as const
const key = { credential: 'key' } as const

/** What acts by itself or gives access. It is deleted first, so that the account causes nothing more. */
export const actingHoldings: readonly Holding[] = [
  { upstream: automation, path: '/api-keys', query: '?limit=100', ...token },
  { upstream: alias, path: '/api-keys', ...token },
  { upstream: automation, path: '/webhooks', query: '?limit=100', ...token },
  { upstream: alias, path: '/api/v1/webhooks', ...token },
  // This also deletes their rules, so nothing is forwarded any more.
  { upstream: alias, path: '/api/v1/forwarding-addresses', query: '?limit=100', ...token },
]

/** Everything else. */
export const restingHoldings: readonly Holding[] = [
  // One that is under way ends.
  { upstream: automation, path: '/api/v1/recordings', ...key },
  // Before what they start.
  { upstream: automation, path: '/api/v1/schedules', query: '?limit=100', ...key },
  { upstream: automation, path: '/api/v1/pipelines', query: '?limit=100', ...key },
  // This also deletes their executions.
  { upstream: automation, path: '/api/v1/automations', query: '?limit=100', ...key },
  { upstream: automation, path: '/api/v1/sessions', query: '?limit=100', ...key },
  // Known by their names.
  { upstream: automation, path: '/api/v1/secrets', ...key },
  { upstream: automation, path: '/api/v1/files', ...key },
  // This also deletes their emails.
  { upstream: alias, path: '/api/v1/addresses', query: '?limit=100', ...token },
  { upstream: alias, path: '/api/v1/domains', ...token },
]
