import ipaddr from 'ipaddr.js'
import { type Address, parseAddress } from './parse-address.ts'

export type AddressBlock = [network: Address, prefixLength: number]

/**
 * Parses blocks in CIDR notation, such as `127.0.0.0/8` or `fd00::/8`. Throws an Error that lists every invalid one.
 */
export function parseBlocks(cidrs: string[]): AddressBlock[] {
  const blocks = cidrs.map(findBlock)
  const bad = cidrs.filter((_cidr, index) => blocks[index] === undefined)
  if (bad.length > 0) {
    const list = bad.map((cidr) => JSON.stringify(cidr)).join(', ')
    throw new Error(`Not CIDR blocks (like 127.0.0.0/8 or ::1/128, no bits set after the prefix): ${list}`)
  }
  return blocks.filter((block) => block !== undefined)
}

/** Whether `address` is in one of `blocks`; an IPv4 address is in no IPv6 block, and vice versa. */
export function isInBlocks(address: Address, blocks: AddressBlock[]): boolean {
  return blocks.some(
    ([network, prefixLength]) => network.kind() === address.kind() && address.match(network, prefixLength),
  )
}

function findBlock(text: string): AddressBlock | undefined {
  const [, network = '', prefixLength = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const address = parseAddress(network)
  const cidr = `${address?.toString()}/${prefixLength}`
  if (address === undefined || !ipaddr.isValidCIDR(cidr)) return undefined
  // 10.1.2.3/8 would open far more than its author may have meant.
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  if (family.networkAddressFromCIDR(cidr).toString() !== address.toString()) return undefined
  return [address, Number(prefixLength)]
}
