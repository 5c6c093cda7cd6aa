import { Resolver } from 'node:dns/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { askDns } from '../domains/check-records.ts'
import type { DnsOptions } from '../services.ts'
import type { DnsblZone } from './parse-dnsbl-zones.ts'
import type { SpamReason } from './spam.ts'

export interface ClientChecks {
  zones: DnsblZone[]
  /** Whether the client's name in DNS must lead back to its address. */
  hasIprev: boolean
}

const iprevScore = 2
const mostNames = 5

/**
 * What DNS says against the server that delivered a message: the lists that have its address, and a reverse name that does not
 * lead back to it (RFC 8601, iprev). What has not been answered in time says nothing.
 */
export async function checkClient(
  clientIp: string,
  { zones, hasIprev }: ClientChecks,
  { servers, timeoutMs }: Pick<DnsOptions, 'servers' | 'timeoutMs'>,
  dnsMs: number,
): Promise<SpamReason[]> {
  const name = reverseName(clientIp)
  if (name === undefined) return []
  const found: SpamReason[] = []
  const resolver = new Resolver({ timeout: Math.min(timeoutMs, dnsMs), tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const lookups = zones.map(async ({ zone, score }) => {
    const listed = await askDns(() => resolver.resolve4(`${name}.${zone}`))
    // Other answers say that the list refuses to be asked.
    if (!listed?.some((address) => address.startsWith('127.0.0.'))) return
    found.push({ rule: `dnsbl:${zone}`, score, description: `${zone} lists the server ${clientIp}.` })
  })
  const checkName = async () => {
    if (await leadsBack(resolver, clientIp)) return
    found.push({
      rule: 'iprev',
      score: iprevScore,
      description: `No name of the server ${clientIp} in DNS leads back to it.`,
    })
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, dnsMs)
  })
  await Promise.race([Promise.all([...lookups, hasIprev && checkName()]), late])
  clearTimeout(timer)
  resolver.cancel()
  return [...found]
}

/** Also true where DNS does not answer. */
async function leadsBack(resolver: Resolver, ip: string): Promise<boolean> {
  const names = await askDns(() => resolver.reverse(ip))
  if (names === undefined) return true
  const addresses = await Promise.all(
    names
      .slice(0, mostNames)
      .map((name) => askDns(() => (isIPv6(ip) ? resolver.resolve6(name) : resolver.resolve4(name)))),
  )
  return addresses.some((each) => each === undefined || each.some((address) => isSame(address, ip)))
}

/** The labels under which lists have an address: its parts backwards (RFC 5782). */
function reverseName(ip: string): string | undefined {
  const plain = ip.replace(/^::ffff:/i, '')
  if (isIPv4(plain)) return plain.split('.').toReversed().join('.')
  return isIPv6(plain) ? expand(plain).replaceAll(':', '').split('').toReversed().join('.') : undefined
}

const isSame = (one: string, other: string): boolean =>
  one === other || (isIPv6(one) && isIPv6(other) && expand(one) === expand(other))

/** An IPv6 address with all of its digits. */
function expand(ip: string): string {
  const [head = '', tail] = ip.split('::')
  const before = partsOf(head)
  const after = partsOf(tail ?? '')
  const missing = Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: tail === undefined ? 0 : missing }, () => '0'), ...after]
  return all.map((part) => part.padStart(4, '0').toLowerCase()).join(':')
}

const partsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
