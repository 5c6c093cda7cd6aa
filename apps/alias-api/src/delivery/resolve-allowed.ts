import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { EgressPolicy } from '@waypost/egress'
import type { DnsOptions } from '../services.ts'

/** A host's addresses that may be reached; empty where DNS fails or all of them are forbidden. */
export async function resolveAllowed(
  hostname: string,
  { servers, timeoutMs }: DnsOptions,
  policy: EgressPolicy,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.all([
    resolver.resolve4(hostname).catch(() => []),
    resolver.resolve6(hostname).catch(() => []),
  ])
  return [
    ...ipv4.map((address) => ({ address, family: 4 })),
    ...ipv6.map((address) => ({ address, family: 6 })),
  ].filter(({ address }) => policy.allowsAddress(address))
}
