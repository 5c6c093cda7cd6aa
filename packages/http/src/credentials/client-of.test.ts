import { expect, test } from 'vitest'
import { clientOf } from './client-of.ts'

test('an IPv4 address is one client, however it is written', () => {
  expect(clientOf('198.51.100.7')).toBe('198.51.100.7')
  expect(clientOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(clientOf('198.51.100.8')).toBe('198.51.100.8')
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
])('the IPv6 address %s belongs to the client %s', (address, client) => {
  expect(clientOf(address)).toBe(client)
})

test.each(['', 'unknown', '198.51.100.7:443', '999.1.1.1', 'x'.repeat(10_000)])(
  'all invalid addresses are one client: %.20s',
  (text) => {
    expect(clientOf(text)).toBe('unknown')
  },
)
