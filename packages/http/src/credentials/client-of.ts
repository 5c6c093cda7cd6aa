import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whom an address stands for, when attempts are counted: an IPv4 address, or the /64 of an IPv6 one, of which a
 * single client has 2^64 addresses to its disposal.
 */
export function clientOf(address: string): string {
  const ipv4 = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIPv4(ipv4)) return ipv4
  // What a proxy forwards need not be an address; it must not become a way round the limits.
  if (!isIPv6(address)) return 'unknown'
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

function groupsOf(ipv6: string): string[] {
  const [withoutZone] = ipv6.split('%')
  // The URL parser writes every spelling of an address in one way, hexadecimal and short.
  const [left = '', right] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const before = left ? left.split(':') : []
  const after = right ? right.split(':') : []
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
