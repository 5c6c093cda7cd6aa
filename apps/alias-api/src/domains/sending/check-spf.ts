import type { Resolver } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { askDns } from '../check-records.ts'
import type { Finding } from '../domain.ts'

// RFC 7208, 4.6.4: receivers look no further, and fail.
const mostLookups = 10

export interface SpfCheck {
  /** `wrong`: the record does not let the host send, or there are several, of which receivers accept none. */
  finding: Finding
  /** How many records there are. */
  count: number
}

/** Checks whether the SPF record of a domain lets a host send, as a receiver does: with includes; `unknown` where that depends on a message. */
export async function checkSpf(resolver: Resolver, domain: string, host: string): Promise<SpfCheck> {
  const records = await findSpf(resolver, domain)
  if (records === undefined) return { finding: 'unknown', count: 0 }
  if (records.length !== 1)
    return { finding: records.length === 0 ? 'missing' : 'wrong', count: records.length }
  const addresses = await findAddresses(resolver, host)
  const isAllowed =
    addresses && (await allows({ resolver, host, addresses, lookups: 0 }, domain, records[0]!))
  return { finding: isAllowed === undefined ? 'unknown' : isAllowed ? 'found' : 'wrong', count: 1 }
}

interface Evaluation {
  resolver: Resolver
  host: string
  /** Of the host. */
  addresses: string[]
  lookups: number
}

/** Undefined where DNS did not answer. */
async function allows(of: Evaluation, domain: string, record: string): Promise<boolean | undefined> {
  const terms = record.toLowerCase().split(/ +/).slice(1)
  for (const term of terms) {
    // A macro depends on the message.
    if (term.includes('%')) return undefined
    const [, qualifier = '', name, value = domain, prefix] =
      /^([+\-~?]?)(all|a|mx|ip4|ip6|include)(?::([^/]+))?(?:\/(\d+))?$/.exec(term) ?? []
    if (name === undefined) continue
    const matches = await isMatch(of, name, value, prefix)
    if (matches === undefined) return undefined
    if (matches) return qualifier === '' || qualifier === '+'
  }
  const redirect = terms.find((term) => term.startsWith('redirect='))?.slice('redirect='.length)
  return redirect === undefined ? false : includes(of, redirect)
}

async function isMatch(
  of: Evaluation,
  name: string,
  value: string,
  prefix: string | undefined,
): Promise<boolean | undefined> {
  if (name === 'all') return true
  if (name === 'ip4' || name === 'ip6') return isWithin(of.addresses, [value], prefix)
  if (name === 'include') return includes(of, value)
  of.lookups += 1
  if (of.lookups > mostLookups) return false
  const hosts =
    name === 'a'
      ? [value]
      : await askDns(async () => (await of.resolver.resolveMx(value)).map(({ exchange }) => exchange))
  if (hosts === undefined) return undefined
  if (hosts.some((host) => host.toLowerCase() === of.host)) return true
  const found = await Promise.all(hosts.slice(0, mostLookups).map((host) => findAddresses(of.resolver, host)))
  return isWithin(
    of.addresses,
    found.flatMap((addresses) => addresses ?? []),
    prefix,
  )
}

async function includes(of: Evaluation, domain: string): Promise<boolean | undefined> {
  of.lookups += 1
  if (of.lookups > mostLookups) return false
  const records = await findSpf(of.resolver, domain)
  return records && (records.length === 1 ? allows(of, domain, records[0]!) : false)
}

const findSpf = async (resolver: Resolver, domain: string): Promise<string[] | undefined> =>
  askDns(async () =>
    (await resolver.resolveTxt(domain))
      .map((strings) => strings.join('').trim())
      .filter((text) => /^v=spf1(?: |$)/i.test(text)),
  )

async function findAddresses(resolver: Resolver, host: string): Promise<string[] | undefined> {
  const [four, six] = await Promise.all([
    askDns(() => resolver.resolve4(host)),
    askDns(() => resolver.resolve6(host)),
  ])
  return four && six && [...four, ...six]
}

function isWithin(addresses: string[], ranges: string[], prefix: string | undefined): boolean {
  const block = new BlockList()
  for (const range of ranges) {
    const isSix = isIPv6(range)
    try {
      block.addSubnet(range, Number(prefix ?? (isSix ? 128 : 32)), isSix ? 'ipv6' : 'ipv4')
    } catch {
      // Not an address, or not a prefix of it: it matches nothing.
    }
  }
  return addresses.some((address) => block.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
}
