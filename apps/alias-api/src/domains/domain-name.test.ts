import { describe, expect, test } from 'vitest'
import { toDomainName } from './domain-name.ts'

describe('toDomainName stores a registrable domain in A-labels, in lower case and without a trailing dot', () => {
  test.each([
    ['ada.dev', 'ada.dev'],
    ['Mail.ADA.dev.', 'mail.ada.dev'],
    ['a-b.co.uk', 'a-b.co.uk'],
    ['b\u00fccher.de', 'xn--bcher-kva.de'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['\u4f8b\u3048.jp', 'xn--r8jz45g.jp'],
    ['stra\u00dfe.de', 'xn--strae-oqa.de'],
    ['ada.github.io', 'ada.github.io'],
    [`${'a'.repeat(63)}.dev`, `${'a'.repeat(63)}.dev`],
    [
      `${`${'a'.repeat(62)}.`.repeat(3)}${'a'.repeat(60)}.dev`,
      `${`${'a'.repeat(62)}.`.repeat(3)}${'a'.repeat(60)}.dev`,
    ],
  ])('%s', (text, name) => {
    expect(toDomainName(text)).toBe(name)
  })
})

describe('toDomainName refuses', () => {
  test.each([
    [
      'names that are not domains',
      ['', 'ada', '.dev', 'ada..dev', 'ada.dev..', 'a da.dev', 'ada_b.dev', 'ada.d', '-ada.dev', 'ada-.dev'],
    ],
    [
      'URLs and addresses',
      ['https://ada.dev', 'ada.dev/x', 'ada.dev:25', 'x@ada.dev', '*.ada.dev', 'ada%2edev'],
    ],
    ['addresses', ['127.0.0.1', '0x7f.1', '1.2.3.4.', '[::1]', 'ada.123']],
    ['public suffixes', ['dev', 'co.uk', 'github.io', 'com.br', 'xn--p1ai']],
    [
      'reserved names',
      [
        'ada.test',
        'ada.example',
        'example.com',
        'www.example.org',
        'ada.localhost',
        'ada.local',
        'ada.internal',
        'x.home.arpa',
        'ada.onion',
        'ada.invalid',
      ],
    ],
    [
      'names that are too long',
      [`${'a'.repeat(64)}.dev`, `${`${'a'.repeat(62)}.`.repeat(3)}${'a'.repeat(61)}.dev`],
    ],
    ['malformed A-labels', ['xn--a.dev', 'xn--zzzzzz--.dev', 'a\u200d.dev']],
  ])('%s', (_what, names) => {
    expect(names.map((name) => [name, toDomainName(name)])).toEqual(names.map((name) => [name, undefined]))
  })
})
