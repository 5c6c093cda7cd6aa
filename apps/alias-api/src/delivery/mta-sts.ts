import { Resolver } from 'node:dns/promises'
import type { EgressPolicy } from '@waypost/egress'
import type { MTASTSPolicy } from 'mailauth'
import { fetchPolicy as fetchPolicyFrom, resolvePolicy } from 'mailauth/lib/mta-sts.js'
import type { DnsOptions } from '../services.ts'
import { resolveAllowed } from './resolve-allowed.ts'

/** Fetches a domain's policy from its host. False where no such host may be reached; rejects where the policy is not available. */
export type FetchPolicy = (domain: string) => Promise<MTASTSPolicy | false>

/** Finds a domain's MTA-STS policy for servers that send it mail (RFC 8461); undefined where it has none. */
export type FindPolicy = (domain: string) => Promise<MTASTSPolicy | undefined>

const timeoutMs = 10_000
const maxCached = 10_000
// A failed fetch is not repeated for a while (RFC 8461 section 3.3), because each attempt delays a message.
const retryAfterMs = 300_000

/**
 * Finds policies and caches them for their `max_age`, so that somebody who forges DNS or blocks the policy's host for
 * a moment cannot make mail be sent unencrypted.
 */
export function createPolicyFinder(dns: DnsOptions, fetchPolicy: FetchPolicy, now: () => number): FindPolicy {
  const cached = new Map<string, { id: string; policy: MTASTSPolicy; until: number }>()
  const unavailableUntil = new Map<string, number>()
  const resolver = (name: string) => {
    const fresh = new Resolver({ timeout: dns.timeoutMs, tries: 2 })
    if (dns.servers.length > 0) fresh.setServers(dns.servers)
    return fresh.resolveTxt(name)
  }
  return async (domain) => {
    const known = cached.get(domain)
    const valid = known && known.until > now() ? known : undefined
    const id = await resolvePolicy(domain, { resolver, strict: true }).catch(() => false as const)
    if (id === false || id === valid?.id || (unavailableUntil.get(domain) ?? 0) > now()) return valid?.policy
    const policy = await fetchPolicy(domain).catch(() => false as const)
    if (!policy) {
      if (unavailableUntil.size >= maxCached) unavailableUntil.clear()
      unavailableUntil.set(domain, now() + retryAfterMs)
      return valid?.policy
    }
    if (cached.size >= maxCached) cached.delete(cached.keys().next().value!)
    cached.set(domain, { id, policy, until: now() + (policy.maxAge ?? 0) * 1000 })
    return policy
  }
}

/** Fetches a policy by HTTPS from the one place where it can be, at an allowed address; follows no redirect. */
export function fetchPolicyBy(dns: DnsOptions, egress: EgressPolicy): FetchPolicy {
  const resolver = async (name: string, type: string): Promise<string[]> => {
    const allowed = await resolveAllowed(name, dns, egress)
    return allowed.flatMap(({ address, family }) => (family === (type === 'A' ? 4 : 6) ? address : []))
  }
  return (domain) => fetchPolicyFrom(domain, { resolver, strict: true, timeout: timeoutMs })
}
