import { isInBlocks, parseBlocks } from './address-blocks.ts'
import type { Address } from './parse-address.ts'

// IPv4: all addresses are public except these.
// https://www.iana.org/assignments/iana-ipv4-special-registry
const blockedIPv4 = parseBlocks([
  '0.0.0.0/8', // this network; Linux connects 0.0.0.0 to loopback
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // carrier-grade NAT; Alibaba's metadata service
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent: a public number, answered by the hypervisor
  '169.254.0.0/16', // link-local; the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata service
  '192.0.2.0/24', // TEST-NET-1
  '192.88.99.0/24', // 6to4 relays (deprecated)
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // TEST-NET-2
  '203.0.113.0/24', // TEST-NET-3
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // class E, broadcast
])

// IPv6: only this block is public, which excludes ::/96 and ::ffff:0:0/96 (embedded IPv4), 64:ff9b::/96 and
// 64:ff9b:1::/48 (NAT64), 100::/64 (discard), 5f00::/16 (SRv6), fc00::/7 (unique local), fe80::/10 (link-local),
// fec0::/10 (site-local) and ff00::/8 (multicast).
const globalUnicast = parseBlocks(['2000::/3'])

// Except these blocks of it. https://www.iana.org/assignments/iana-ipv6-special-registry
const blockedIPv6 = parseBlocks([
  '2001::/23', // protocol assignments: Teredo (2001::/32), benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address of the sender's choice
  '3fff::/20', // documentation
])

/** Whether `address` is a public unicast address. */
export function isPublicAddress(address: Address): boolean {
  return address.kind() === 'ipv4'
    ? !isInBlocks(address, blockedIPv4)
    : isInBlocks(address, globalUnicast) && !isInBlocks(address, blockedIPv6)
}
