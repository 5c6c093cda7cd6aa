import ipaddr from 'ipaddr.js'
import { isInBlocks, parseBlocks } from './address-blocks.ts'
import { type Address, parseAddress } from './parse-address.ts'
import { isPublicAddress } from './public-address.ts'

/** Why a user's URL is refused. */
export type UrlRefusal = 'invalid_url' | 'scheme' | 'credentials' | 'port' | 'blocked_address'

/** The addresses that a request on behalf of a user may reach. */
export interface EgressPolicy {
  /**
   * Whether a connection to this address, in the form of a resolver, may be opened. False for anything but an
   * address.
   */
  allowsAddress: (address: string) => boolean
  /**
   * Why this URL is refused at creation, or undefined. A host name is accepted whatever it resolves to: only its
   * address at connect time counts, which `createEgressConnector` and `startForwardProxy` check.
   */
  checkUrl: (url: string) => UrlRefusal | undefined
}

/**
 * Allows public unicast addresses, and those in the `allow` blocks (CIDR notation, such as `127.0.0.0/8`,
 * `fd00::/8`). An IPv4 block also opens its addresses in IPv4-mapped and IPv4-compatible IPv6 form. Throws an Error
 * that lists every invalid entry of `allow`.
 */
export function createEgressPolicy({ allow }: { allow: string[] }): EgressPolicy {
  const allowed = parseBlocks(allow)

  function allows(address: Address): boolean {
    if (isPublicAddress(address) || isInBlocks(address, allowed)) return true
    const embedded = findEmbeddedIPv4(address)
    return embedded !== undefined && isInBlocks(embedded, allowed)
  }

  function allowsAddress(text: string): boolean {
    const address = parseAddress(text)
    return address !== undefined && allows(address)
  }

  function checkUrl(text: string): UrlRefusal | undefined {
    // The WHATWG parser normalises disguised addresses: decimal, octal, hex, short, percent-encoded, full-width.
    const url = URL.parse(text)
    if (url === null) return 'invalid_url'
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
    if (url.username !== '' || url.password !== '') return 'credentials'
    if (url.port !== '' && !isAllowedPort(Number(url.port))) return 'port'

    // The parser does not recognise an address before several trailing dots, so they are removed first.
    const host = URL.parse(`http://${url.hostname.replace(/(?<!\.)\.+$/, '')}`)?.hostname
    if (host === undefined) return 'invalid_url'
    if (host === 'localhost' || host.endsWith('.localhost')) {
      return allowsAddress('127.0.0.1') || allowsAddress('::1') ? undefined : 'blocked_address'
    }
    const address = parseAddress(host.replaceAll(/^\[|\]$/g, ''))
    return address === undefined || allows(address) ? undefined : 'blocked_address'
  }

  return { allowsAddress, checkUrl }
}

/** Whether a request on behalf of a user may go to this TCP port: 80, 443 and 1024 to 65535. */
export function isAllowedPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535)
}

/** The IPv4 address in an IPv4-mapped (::ffff:0:0/96) or IPv4-compatible (::/96) address. */
function findEmbeddedIPv4(address: Address): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray()
  const prefix = bytes.slice(0, 12).join('.')
  const isMapped = prefix === '0.0.0.0.0.0.0.0.0.0.255.255'
  // :: and ::1 are addresses in their own right, not 0.0.0.0 and 0.0.0.1.
  const isCompatible = prefix === '0.0.0.0.0.0.0.0.0.0.0.0' && !['::', '::1'].includes(address.toString())
  return isMapped || isCompatible ? new ipaddr.IPv4(bytes.slice(12)) : undefined
}
