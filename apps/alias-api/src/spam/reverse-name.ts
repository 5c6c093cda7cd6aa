import { isIPv4, isIPv6 } from 'node:net'

/** The labels under which lists have an address: its parts backwards (RFC 5782). */
export function reverseName(ip: string): string | undefined {
  const plain = plainIp(ip)
  if (isIPv4(plain)) return plain.split('.').toReversed().join('.')
  return isIPv6(plain) ? expand(plain).replaceAll(':', '').split('').toReversed().join('.') : undefined
}

/** An address without the prefix of IPv4 in IPv6. */
export const plainIp = (ip: string): string => ip.replace(/^::ffff:/i, '').toLowerCase()

export const isSameIp = (one: string, other: string): boolean =>
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
