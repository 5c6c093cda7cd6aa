import type { Resolver } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { askDns } from '../domains/check-records.ts'
import { isSameIp, plainIp, reverseName } from './reverse-name.ts'

/** Whether a name of a server in DNS leads back to its address; undefined where DNS does not say. */
export type Iprev = (clientIp: string, resolver: () => Resolver) => Promise<boolean | undefined>

const mostNames = 5
const mostClients = 10_000
const knownMs = 10 * 60_000
// Mail of a server whose names are not told waits for them once in this time.
const unansweredMs = 60_000

// Such names are those of a balancer or a network of the operator, and say nothing about who sends.
const privateNetworks = new BlockList()
for (const [network, prefix, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  privateNetworks.addSubnet(network, prefix, family)

/** Looks for the names of servers (RFC 8601, iprev), and keeps what was found for ten minutes, of 10,000 servers at most. */
export function createIprev(now: () => number): Iprev {
  const known = new Map<string, { answer: Promise<boolean | undefined>; until: number }>()
  return (clientIp, resolver) => {
    const ip = plainIp(clientIp)
    if (privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return Promise.resolve(undefined)
    const before = known.get(ip)
    if (before && now() < before.until) return before.answer
    known.delete(ip)
    if (known.size >= mostClients) known.delete(known.keys().next().value!)
    const found = { until: now() + knownMs, answer: leadsBack(resolver(), ip) }
    known.set(ip, found)
    void found.answer.then((answer) => {
      if (answer === undefined) found.until = now() + unansweredMs
    })
    return found.answer
  }
}

async function leadsBack(resolver: Resolver, ip: string): Promise<boolean | undefined> {
  // `resolver.reverse` looks into the hosts file where DNS does not answer, and then says that there is no name.
  const zone = isIPv6(ip) ? 'ip6.arpa' : 'in-addr.arpa'
  const names = await askDns(() => resolver.resolvePtr(`${reverseName(ip)}.${zone}`))
  if (names === undefined) return undefined
  const found = await Promise.all(
    names
      .slice(0, mostNames)
      .map((name) => askDns(() => (isIPv6(ip) ? resolver.resolve6(name) : resolver.resolve4(name)))),
  )
  if (found.some((addresses) => addresses?.some((address) => isSameIp(address, ip)))) return true
  return found.includes(undefined) ? undefined : false
}
