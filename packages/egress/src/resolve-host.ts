import { NODATA, NOTFOUND, type LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

const resolver = () => new Resolver({ timeout: 1500, tries: 2 })

/**
 * All addresses of a host, by DNS alone.
 *
 * The system's look-up runs on a few threads that all of Node shares: four names whose servers never answer would
 * delay every other one by 20 s. The hosts file and search domains are not used, since they contain nothing public;
 * `localhost` is loopback, as RFC 6761 says.
 *
 * Rejects with code `ENOTFOUND` when the name has no address and `EAI_AGAIN` when DNS did not answer.
 */
export async function resolveHost(hostname: string): Promise<LookupAddress[]> {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  }
  const dns = resolver()
  const [ipv4, ipv6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
  const addresses = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
    ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (addresses.length > 0) return addresses
  const saysNone = [ipv4, ipv6].every((answer) => answer.status === 'rejected' && isNone(answer.reason))
  throw Object.assign(new Error(`${hostname} could not be resolved`), {
    code: saysNone ? 'ENOTFOUND' : 'EAI_AGAIN',
  })
}

const isNone = ({ code }: { code?: string }): boolean => code === NOTFOUND || code === NODATA
