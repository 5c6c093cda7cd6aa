import { alias, automation, type CredentialKind, type Upstream } from '../upstreams/upstream.ts'

/** Something that an account has at a service: a list, each of whose entries can be deleted. */
export interface Holding {
  upstream: Upstream
  path: string
  /** Of the longest page that the list gives. */
  query?: string
  credential: CredentialKind
}

const token = { credential: 'token' } as const
const key = { credential: 'key' } as const

/** What acts by itself, or lets somebody act: first of all, so that nothing more comes of the account. */
export const actingHoldings: readonly Holding[] = [
  { upstream: automation, path: '/api-keys', query: '?limit=100', ...token },
  { upstream: alias, path: '/api-keys', ...token },
  { upstream: automation, path: '/webhooks', query: '?limit=100', ...token },
  { upstream: alias, path: '/api/v1/webhooks', ...token },
  // Their rules go with them: nothing is forwarded any more.
  { upstream: alias, path: '/api/v1/forwarding-addresses', query: '?limit=100', ...token },
]

/** What is left then. */
export const restingHoldings: readonly Holding[] = [
  { upstream: automation, path: '/api/v1/pipelines', query: '?limit=100', ...key },
  // Their executions go with them.
  { upstream: automation, path: '/api/v1/automations', query: '?limit=100', ...key },
  { upstream: automation, path: '/api/v1/sessions', query: '?limit=100', ...key },
  // Their mail goes with them.
  { upstream: alias, path: '/api/v1/addresses', query: '?limit=100', ...token },
  { upstream: alias, path: '/api/v1/domains', ...token },
]
