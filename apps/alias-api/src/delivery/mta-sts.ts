import { Resolver } from 'node:dns/promises'
import type { EgressPolicy } from '@waypost/egress'
import type { MTASTSPolicy } from 'mailauth'
import { fetchPolicy as fetchPolicyFrom, resolvePolicy } from 'mailauth/lib/mta-sts.js'
import type { DnsOptions } from '../services.ts'
import { resolveAllowed } from './resolve-allowed.ts'

/** Reads a domain's policy from its host: false where there is no such host that may be reached; rejects where it cannot be had. */
export type FetchPolicy = (domain: string) => Promise<MTASTSPolicy | false>

/** Finds what a domain asks of those who bring it mail (RFC 8461), or undefined where it asks nothing. */
export type FindPolicy = (domain: string) => Promise<MTASTSPolicy | undefined>

const timeoutMs = 10_000
const mostRemembered = 10_000
// RFC 8461 section 3.3: each attempt holds up a message.
const restMs = 300_000

/**
 * Finds policies and remembers them for as long as they say: whoever can forge DNS or hold up the policy's host for a
 * moment does not have mail sent in the clear.
 */
export function createPolicyFinder(dns: DnsOptions, fetchPolicy: FetchPolicy, now: () => number): FindPolicy {
  const remembered = new Map<string, { id: string; policy: MTASTSPolicy; until: number }>()
  const resting = new Map<string, number>()
  const resolver = (name: string) => {
    const fresh = new Resolver({ timeout: dns.timeoutMs, tries: 2 })
    if (dns.servers.length > 0) fresh.setServers(dns.servers)
    return fresh.resolveTxt(name)
  }
  return async (domain) => {
    const known = remembered.get(domain)
    const valid = known && known.until > now() ? known : undefined
    const id = await resolvePolicy(domain, { resolver, strict: true }).catch(() => false as const)
    if (id === false || id === valid?.id || (resting.get(domain) ?? 0) > now()) return valid?.policy
    const policy = await fetchPolicy(domain).catch(() => false as const)
    if (!policy) {
      if (resting.size >= mostRemembered) resting.clear()
      resting.set(domain, now() + restMs)
      return valid?.policy
    }
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!)
    remembered.set(domain, { id, policy, until: now() + (policy.maxAge ?? 0) * 1000 })
    return policy
  }
}

/** By HTTPS from the one place where a policy can be, at an address that may be reached; follows nothing. */
export function fetchPolicyBy(dns: DnsOptions, egress: EgressPolicy): FetchPolicy {
  const resolver = async (name: string, type: string): Promise<string[]> => {
    const allowed = await resolveAllowed(name, dns, egress)
    return allowed.flatMap(({ address, family }) => (family === (type === 'A' ? 4 : 6) ? address : []))
  }
  return (domain) => fetchPolicyFrom(domain, { resolver, strict: true, timeout: timeoutMs })
}
