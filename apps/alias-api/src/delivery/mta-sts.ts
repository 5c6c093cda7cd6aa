import { get } from 'node:https'
import { Resolver } from 'node:dns/promises'
import type { EgressPolicy } from '@waypost/egress'
import type { DnsOptions } from '../services.ts'
import { resolveAllowed } from './resolve-allowed.ts'

/** What a domain asks of those who bring it mail (RFC 8461). */
export interface StsPolicy {
  isEnforced: boolean
  /** Hosts that may take it, `*.` before one standing for any one label. */
  exchanges: string[]
  maxAgeMs: number
}

/** Reads the text of a policy; rejects where it cannot be had. */
export type FetchPolicy = (domain: string) => Promise<string>

/** Finds a domain's policy, or undefined where it has none. */
export type FindPolicy = (domain: string) => Promise<StsPolicy | undefined>

const longestPolicy = 65_536
const longestAgeMs = 31_557_600_000
const timeoutMs = 10_000
const mostRemembered = 10_000

/**
 * Finds policies and remembers them for as long as they say: whoever can forge DNS or hold up the policy's host for a
 * moment does not have mail sent in the clear.
 */
export function createPolicyFinder(dns: DnsOptions, fetchPolicy: FetchPolicy, now: () => number): FindPolicy {
  const remembered = new Map<string, { id: string; policy: StsPolicy; until: number }>()
  const resolver = () => {
    const fresh = new Resolver({ timeout: dns.timeoutMs, tries: 2 })
    if (dns.servers.length > 0) fresh.setServers(dns.servers)
    return fresh
  }
  return async (domain) => {
    const known = remembered.get(domain)
    const valid = known && known.until > now() ? known : undefined
    const records = await resolver()
      .resolveTxt(`_mta-sts.${domain}`)
      .catch(() => [])
    const ids = records.flatMap(
      (strings) => /^v=STSv1;\s*id=(\w{1,32})\s*;?/.exec(strings.join(''))?.[1] ?? [],
    )
    const [id] = ids
    if (ids.length !== 1 || id === undefined || id === valid?.id) return valid?.policy
    const policy = await fetchPolicy(domain).then(parsePolicy, () => undefined)
    if (!policy) return valid?.policy
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!)
    remembered.set(domain, { id, policy, until: now() + policy.maxAgeMs })
    return policy
  }
}

/** @returns undefined for what is no policy, and for one that asks for nothing */
export function parsePolicy(text: string): StsPolicy | undefined {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*([a-z_]+)\s*:\s*(\S+)\s*$/.exec(line) ?? []
    return name !== undefined && value !== undefined ? [{ name, value }] : []
  })
  const valueOf = (name: string) => pairs.find((pair) => pair.name === name)?.value
  const exchanges = pairs.filter(({ name }) => name === 'mx').map(({ value }) => value.toLowerCase())
  const maxAge = valueOf('max_age') ?? ''
  if (valueOf('version') !== 'STSv1' || !/^\d{1,10}$/.test(maxAge) || exchanges.length === 0) return undefined
  return {
    isEnforced: valueOf('mode') === 'enforce',
    exchanges,
    maxAgeMs: Math.min(Number(maxAge) * 1000, longestAgeMs),
  }
}

export function isAllowedExchange({ exchanges }: StsPolicy, host: string): boolean {
  const parent = host.slice(host.indexOf('.') + 1)
  return exchanges.some((allowed) =>
    allowed.startsWith('*.') ? allowed.slice(2) === parent : allowed === host,
  )
}

/** By HTTPS from the one place where a policy can be; follows nothing. */
export function fetchPolicyBy(dns: DnsOptions, egress: EgressPolicy): FetchPolicy {
  return async (domain) => {
    const hostname = `mta-sts.${domain}`
    const allowed = await resolveAllowed(hostname, dns, egress)
    if (allowed.length === 0) throw new Error(`${hostname} cannot be reached`)
    return new Promise((resolve, reject) => {
      const request = get(
        {
          hostname,
          path: '/.well-known/mta-sts.txt',
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          lookup: (_hostname, _options, answer) => answer(null, allowed),
        },
        (response) => {
          const chunks: Buffer[] = []
          let length = 0
          response.on('data', (chunk: Buffer) => {
            length += chunk.length
            chunks.push(chunk)
            if (length > longestPolicy) request.destroy(new Error('the policy is too long'))
          })
          response.on('end', () =>
            response.statusCode === 200
              ? resolve(Buffer.concat(chunks).toString())
              : reject(new Error(`${hostname} answers ${response.statusCode}`)),
          )
          response.on('error', reject)
        },
      )
      request.on('error', reject)
    })
  }
}
