import { isIPv4, isIPv6 } from 'node:net'

/**
 * The client of an IP address, for counting attempts: an IPv4 address, or the /64 of an IPv6 address, since a single
 * client can use all 2^64 addresses of a /64.
 */
export function clientOf(address: string): string {
  const ipv4 = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIPv4(ipv4)) return ipv4
  // A proxy may forward anything as an address; it must not become a way around the limits.
  if (!isIPv6(address)) return 'unknown'
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

function groupsOf(ipv6: string): string[] {
  const [withoutZone] = ipv6.split('%')
  // The URL parser normalises every spelling of an address, to the short hexadecimal one.
  const [left = '', right] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const before = left ? left.split(':') : []
  const after = right ? right.split(':') : []
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
