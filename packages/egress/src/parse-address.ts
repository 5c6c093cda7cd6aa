import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * An IP address as the system's resolver writes it, or undefined. Octal, hex and short forms of IPv4, on which
 * parsers disagree, are not addresses here; nor is an address with a zone id, which names an interface of this host.
 */
export function parseAddress(text: string): Address | undefined {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return undefined
  if (family === 4) return ipaddr.IPv4.parse(text)
  // URL writes IPv6 without dotted decimals; ipaddr.js would take ::1.2.3.4 for ::ffff:1.2.3.4.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1))
}
