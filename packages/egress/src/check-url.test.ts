import { describe, expect, test } from 'vitest'
import { createEgressPolicy } from './policy.ts'
import { spread } from './test-policy.ts'

const policy = createEgressPolicy({ allow: [] })

describe('a URL at creation', () => {
  test.each(
    spread([
      [
        'plainly',
        'http://127.0.0.1 https://127.0.0.1/ HTTP://127.0.0.1:8080/hook?x=1#y http://10.0.0.1:3000',
      ],
      [
        'plainly',
        'http://169.254.169.254/latest/meta-data/ http://168.63.129.16 http://192.168.0.1 http://0.0.0.0',
      ],
      ['in decimal', 'http://2130706433/ http://2852039166/ http://0/'],
      [
        'in octal',
        'http://017700000001/ http://0177.0.0.1/ http://00000177.0.0.1/ http://0251.0376.0251.0376',
      ],
      ['in hex', 'http://0x7f000001/ http://0X7F000001 http://0x7f.0.0.0x1/ http://0xa9.0xfe.0xa9.0xfe/'],
      [
        'in short',
        'http://127.1/ http://127.0.1/ http://10.1/ http://0x7f.1/ http://169.16689662/ http://0x',
      ],
      ['with trailing dots', 'http://127.0.0.1./ http://127.0.0.1../ http://127.0.0.1.../ http://0x7f.1../'],
      [
        'percent-encoded',
        'http://%31%32%37.0.0.1/ http://127%2e0%2e0%2e1/ http://%30x7f.1/ http://127.0.0.1%2e%2e/',
      ],
      [
        'in Unicode digits and dots',
        'http://１２７.０.０.１/ http://127。0。0。1/ http://①②⑦.⓪.⓪.①/ http://𝟏𝟐𝟕.0.0.1/',
      ],
      [
        'in Unicode digits and dots',
        'http://0x7f｡1/ http://127\u00AD.0.0.1/ http://%EF%BC%91%EF%BC%92%EF%BC%97.1/',
      ],
      ['with odd slashes', 'http:127.0.0.1 http:/127.0.0.1 http:\\\\127.0.0.1\\ http:///127.0.0.1/'],
      [
        'beside a decoy',
        'http://127.0.0.1\\@example.com/ http://127.0.0.1?@example.com http://127.0.0.1#@example.com',
      ],
      [
        'beside a decoy',
        'http://@127.0.0.1/ http://:@127.0.0.1/ http://127.0.0.1:443 https://127.0.0.1/http://e.com',
      ],
      [
        'with characters that parsers drop',
        'http://127.0.\n0.1/ ht\ttp://127.0.0.1/ \u0000http://127.0.0.1/ http://127\r.1',
      ],
      [
        'in IPv6',
        'http://[::1]/ http://[::]/ http://[0:0:0:0:0:0:0:1]:8080/ http://[0000::0001]/ http://[::0.0.0.1]',
      ],
      ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[::FFFF:169.254.169.254]/'],
      ['IPv4-mapped', 'http://[0:0:0:0:0:ffff:10.0.0.1]/ http://[::ffff:8.8.8.8]/'],
      ['IPv4-compatible', 'http://[::127.0.0.1]/ http://[::7f00:1]/ http://[::10.0.0.1]:8080/'],
      [
        'tunnelled',
        'http://[64:ff9b::127.0.0.1]/ http://[64:ff9b:1::a00:1]/ http://[2002:7f00:1::]/ http://[2001::1]/',
      ],
      [
        'in other IPv6 blocks',
        'http://[fe80::1]/ http://[fec0::1]/ http://[fd00:ec2::254]/ http://[ff02::1]/',
      ],
      ['in other IPv6 blocks', 'http://[100::1]/ http://[2001:db8::1]/ http://[3fff::1]/ http://[5f00::1]/'],
      [
        'by name',
        'http://localhost/ https://LocalHost:8443 http://localhost./ http://localhost../ http://a.localhost',
      ],
      [
        'by name',
        'http://a.b.LOCALHOST./ http://loc%61lhost/ http://ｌｏｃａｌｈｏｓｔ/ http://local\u00ADhost/',
      ],
    ]),
  )('a URL with a forbidden address is refused as blocked_address, written %s: %j', (_what, url) => {
    expect(policy.checkUrl(url)).toBe('blocked_address')
  })

  test.each(
    spread([
      [
        'invalid_url',
        'example.com //example.com / http:// http://./ http://.. http://1.2.3.4.5.. http://a<b/',
      ],
      [
        'invalid_url',
        'http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/ http://[::1 http://::1/ http://[::1]./',
      ],
      [
        'invalid_url',
        'http://127.0.0.1%00/ http://1.2.3.4.5/ http://256.1.1.1/ http://08.8.8.8/ http://[127.0.0.1]/',
      ],
      [
        'invalid_url',
        'http://example.com:65536 http://example.com:-1 http://127.0.0.1%23.example.com/ http://[%3a%3a1]',
      ],
      [
        'scheme',
        'ftp://example.com file:///etc/passwd javascript:alert(1) data:text/plain,x gopher://127.0.0.1',
      ],
      [
        'scheme',
        'ws://example.com wss://example.com unix:/run/docker.sock blob:http://127.0.0.1/x httpx://e.com',
      ],
      ['credentials', 'http://user@example.com http://user:pass@example.com http://:pass@example.com'],
      [
        'credentials',
        'http://example.com@127.0.0.1 http://example.com%2f@127.0.0.1/ https://a:b@c@example.com',
      ],
      ['port', 'http://example.com:22 http://example.com:25 http://example.com:0 http://example.com:1023'],
      [
        'port',
        'https://example.com:81 https://example.com:6 http://127.0.0.1:22 http://example.com:00000442',
      ],
    ] as const),
  )('a URL is refused as %s: %j', (reason, url) => {
    expect(policy.checkUrl(url)).toBe(reason)
  })

  test('an empty text or one without a host is refused as invalid_url', () => {
    expect(['', ' ', 'http:// /', 'http://exa mple.com'].map(policy.checkUrl)).toEqual(
      Array(4).fill('invalid_url'),
    )
  })

  test.each(
    spread([
      ['name', 'http://example.com https://example.com/hook?a=b#c https://example.com. http://@example.com'],
      ['name', 'https://xn--bcher-kva.example/ https://bücher.example http://my_host.example http://a/'],
      ['port', 'http://example.com:80 https://example.com:443 http://example.com:443 https://example.com:80'],
      ['port', 'http://example.com:1024 http://example.com:65535 http://example.com:'],
      ['address', 'http://93.184.216.34:8080/ http://0x5db8d822/ https://[2606:4700:4700::1111]:8443/'],
      [
        'name',
        'http://127.0.0.1.example.com/ http://localhost.example.com http://notlocalhost/ http://1.2.3.4.example',
      ],
    ]),
  )('a URL is accepted for its %s: %s', (_what, url) => {
    expect(policy.checkUrl(url)).toBeUndefined()
  })
})
