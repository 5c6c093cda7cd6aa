import { describe, expect, test } from 'vitest'
import { createEgressPolicy, isAllowedPort } from './policy.ts'
import { spread } from './test-policy.ts'

const policy = createEgressPolicy({ allow: [] })

describe('an address', () => {
  test.each(
    spread([
      // The first and last address of each block, and well-known addresses in it.
      ['this network', '0.0.0.0 0.0.0.1 0.255.255.255'],
      ['private 10/8', '10.0.0.0 10.1.2.3 10.255.255.255'],
      ['carrier-grade NAT', '100.64.0.0 100.100.100.200 100.127.255.255'],
      ['loopback', '127.0.0.0 127.0.0.1 127.0.0.53 127.255.255.255'],
      ['the Azure host agent', '168.63.129.16'],
      ['link-local and metadata', '169.254.0.0 169.254.169.254 169.254.170.2 169.254.255.255'],
      ['private 172.16/12', '172.16.0.0 172.17.0.1 172.31.255.255'],
      ['protocol assignments', '192.0.0.0 192.0.0.192 192.0.0.255'],
      ['test nets', '192.0.2.0 192.0.2.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255'],
      ['6to4 relays', '192.88.99.0 192.88.99.255'],
      ['private 192.168/16', '192.168.0.0 192.168.1.1 192.168.255.255'],
      ['benchmarking', '198.18.0.0 198.19.255.255'],
      ['multicast', '224.0.0.0 224.0.0.251 239.255.255.255'],
      ['class E', '240.0.0.0 255.255.255.254'],
      ['broadcast', '255.255.255.255'],
      ['unspecified', ':: 0:0:0:0:0:0:0:0'],
      ['IPv6 loopback', '::1 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001 ::0.0.0.1'],
      ['IPv4-mapped', '::ffff:127.0.0.1 ::FFFF:7F00:1 ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::ffff:0:0'],
      ['IPv4-translated', '::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8'],
      ['IPv4-compatible', '::127.0.0.1 ::7f00:1 ::10.0.0.1 ::8.8.8.8 ::2'],
      ['NAT64', '64:ff9b:: 64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1:: 64:ff9b:1:ffff::a00:1'],
      ['discard', '100:: 100::1'],
      ['Teredo', '2001:: 2001:0:53aa:64c:0:fbff:80ff:fffe'],
      ['IPv6 benchmarking', '2001:2::1'],
      ['ORCHID', '2001:10::1 2001:1f:ffff::1 2001:20::1 2001:2f:ffff::1'],
      ['other IPv6 protocol assignments', '2001:1::1 2001:3::1 2001:30::1 2001:1ff:ffff::1'],
      ['IPv6 documentation', '2001:db8:: 2001:db8:ffff:ffff::1 3fff:: 3fff:fff:ffff::1'],
      ['6to4', '2002:: 2002:7f00:1::1 2002:a9fe:a9fe:: 2002:808:808::1 2002:ffff:ffff::1'],
      ['SRv6', '5f00:: 5f00:ffff::1'],
      ['unique local', 'fc00:: fc00::1 fd00:ec2::254 fdff:ffff::1'],
      ['IPv6 link-local', 'fe80:: fe80::1 febf:ffff::1 fe80::a9fe:a9fe'],
      ['site-local', 'fec0:: fec0::1 feff:ffff::1'],
      ['IPv6 multicast', 'ff00:: ff02::1 ff0e::1 ffff::1'],
      ['outside 2000::/3', '1::1 1fff:ffff::1 4000:: 8000::1 e000::1'],
      ['with a zone id', 'fe80::1%eth0 ::1%lo 2606:4700:4700::1111%eth0'],
    ]),
  )('is blocked, %s: %s', (_what, address) => {
    expect(policy.allowsAddress(address)).toBe(false)
  })

  test.each(
    spread([
      [
        'IPv4 as a resolver writes it',
        '8.8.8 8.8.8.8.8 134744072 0x8.8.8.8 010.8.8.8 8.8.8.8. 8.8.8.256 ８.8.8.8',
      ],
      [
        'IPv6 as a resolver writes it',
        '[2606:4700::1] 2606:4700::1::1 2606:4700 2606:4700::g 2606:4700::1.2.3',
      ],
      ['only an address', '8.8.8.8:80 8.8.8.8/32 http://8.8.8.8 8.8.8.8\n 8.8.8.8\0'],
      ['an address', 'example.com localhost null'],
    ]),
  )('a text is refused that is not %s: %j', (_what, text) => {
    expect(policy.allowsAddress(text)).toBe(false)
  })

  test('an empty or blank address is refused', () => {
    expect(['', ' ', ' 8.8.8.8', '8.8.8.8 '].filter(policy.allowsAddress)).toEqual([])
  })

  test.each(
    spread([
      // The addresses next to each block.
      ['IPv4', '1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0'],
      ['IPv4', '126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0'],
      ['IPv4', '172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0'],
      ['IPv4', '192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0'],
      ['IPv4', '203.0.112.255 203.0.114.0 223.255.255.255'],
      ['IPv6', '2000::1 2001:200::1 2001:db7:ffff::1 2001:db9::1 2001:4860:4860::8888 2003::1 3ffe:ffff::1'],
      ['IPv6', '2606:4700:4700::1111 2A00:1450:4001:82F::200E 2606:4700::1.2.3.4 3fff:1000::1'],
    ]),
  )('a public address is allowed, %s: %s', (_what, address) => {
    expect(policy.allowsAddress(address)).toBe(true)
  })
})

describe('the allow list', () => {
  test.each([
    [
      '127.0.0.0/8',
      '127.0.0.1 127.255.255.255 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1',
      '::1 :: 10.0.0.1 0.0.0.0 ::ffff:10.0.0.1 64:ff9b::127.0.0.1 2002:7f00:1::',
    ],
    ['10.1.2.3/32', '10.1.2.3 ::ffff:10.1.2.3 ::10.1.2.3', '10.1.2.2 10.1.2.4 ::ffff:10.1.2.4'],
    ['0.0.0.0/0', '127.0.0.1 255.255.255.255 ::ffff:0.0.0.1', '::1 :: ::0.0.0.1 0::0.0.0.0 fe80::1'],
    ['::1/128', '::1 ::0.0.0.1', ':: ::2 127.0.0.1 ::ffff:127.0.0.1 ::ffff:0.0.0.1'],
    ['fd00::/8', 'fd12::1 fdff:ffff::1', 'fc00::1 fe80::1 fd00::1%eth0'],
    ['::ffff:10.0.0.0/104', '::ffff:10.9.9.9', '10.9.9.9 ::10.9.9.9 ::ffff:11.0.0.1'],
    ['::10.0.0.0/104', '::10.9.9.9', '10.9.9.9 ::ffff:10.9.9.9'],
    ['64:ff9b::/96', '64:ff9b::8.8.8.8', '64:ff9b:1::1 127.0.0.1'],
    ['::/0', '::1 fe80::1 ::ffff:10.0.0.1', '127.0.0.1 fe80::1%eth0'],
  ])('the allow list entry %s opens %s and nothing of %s', (entry, opened, blocked) => {
    const { allowsAddress } = createEgressPolicy({ allow: [entry] })
    expect(opened.split(' ').filter((address) => !allowsAddress(address))).toEqual([])
    expect(blocked.split(' ').filter(allowsAddress)).toEqual([])
    expect(allowsAddress('8.8.8.8')).toBe(true)
  })

  test('the allow list takes several entries of both families', () => {
    const { allowsAddress } = createEgressPolicy({ allow: ['10.0.0.0/8', 'fe80::/10', '::1/128'] })
    const addresses = ['10.0.0.1', 'fe80::1', '::1', '172.16.0.1', 'fec0::1']
    expect(addresses.filter(allowsAddress)).toEqual(['10.0.0.1', 'fe80::1', '::1'])
  })

  test('an allow list with loopback opens localhost, and the address in every spelling', () => {
    for (const entry of ['127.0.0.0/8', '::1/128']) {
      expect(createEgressPolicy({ allow: [entry] }).checkUrl('http://app.localhost:3000/')).toBeUndefined()
    }
    const { checkUrl } = createEgressPolicy({ allow: ['127.0.0.0/8'] })
    expect(checkUrl('http://0x7f.1:8080/')).toBeUndefined()
    expect(checkUrl('http://[::ffff:127.0.0.1]:8080/')).toBeUndefined()
    expect(checkUrl('http://[::1]:8080/')).toBe('blocked_address')
  })

  test('the allow list opens no port, scheme or credentials', () => {
    const { checkUrl } = createEgressPolicy({ allow: ['127.0.0.0/8'] })
    expect(checkUrl('http://127.0.0.1:22/')).toBe('port')
    expect(checkUrl('ftp://127.0.0.1/')).toBe('scheme')
    expect(checkUrl('http://a:b@127.0.0.1/')).toBe('credentials')
  })

  test.each([
    ...'localhost 127.0.0.1 10/8 10.0.0.0/33 10.0.0.1/8 010.0.0.0/8 10.0.0.0/8/8 10.0.0.0/-1 10.0.0.0/'.split(
      ' ',
    ),
    ...'/8 ::1 ::1/129 fd00::1/8 fe80::%eth0/64 [::1]/128 ::/0x0'.split(' '),
    '',
    ' 10.0.0.0/8',
    '10.0.0.0/8\n',
  ])('an allow list with the entry %j is refused', (entry) => {
    expect(() => createEgressPolicy({ allow: ['127.0.0.0/8', entry] })).toThrow(JSON.stringify(entry))
  })

  test('a refused allow list is reported with all its invalid entries, and no valid one', () => {
    expect(() => createEgressPolicy({ allow: ['::1/128', 'x', '1.1.1.1/99'] })).toThrow(
      /: "x", "1\.1\.1\.1\/99"$/,
    )
  })
})

test('ports below 1024 are closed except 80 and 443', () => {
  const ports = Array.from({ length: 1030 }, (_, port) => port)
  expect(ports.filter(isAllowedPort)).toEqual([80, 443, 1024, 1025, 1026, 1027, 1028, 1029])
  expect([65_535, 65_536, Number.NaN, -1].filter(isAllowedPort)).toEqual([65_535])
})
