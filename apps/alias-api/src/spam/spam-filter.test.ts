import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Authenticity } from '../authenticity/authenticity.ts'
import type { SpamFilterOptions, SpamOutcome } from './create-spam-filter.ts'
import { forged, openTestFilter, unprotected } from './test-spam-filter.ts'

let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
afterEach(() => dns.clear())

let outcomes: SpamOutcome[]
const onOutcome = (outcome: SpamOutcome) => void outcomes.push(outcome)
const openFilter = (options: SpamFilterOptions = {}) => openTestFilter({ onOutcome, ...options })
beforeEach(() => {
  outcomes = []
})
/** @param timeoutMs short only where no answer comes */
const options = (timeoutMs = 30_000) => ({ mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs })
const rulesOf = async (judging: ReturnType<ReturnType<typeof openFilter>>) =>
  (await judging).reasons.map(({ rule }) => rule)

describe('without anybody to ask', () => {
  test('mail against which nothing speaks is clean, and nobody is asked', async () => {
    expect(await openFilter()()).toEqual({ verdict: 'clean', score: 0, reasons: [] })
    expect(dns.questions).toEqual([])
    expect(outcomes).toEqual(['clean'])
  })

  test.each([
    ['whose author asks to reject it', forged, 'spam', ['dmarc']],
    [
      'that fails a policy of none',
      { ...forged, dmarc: { ...forged.dmarc, policy: 'none' } },
      'clean',
      ['dmarc'],
    ],
    [
      'that fails a policy of none and SPF, with a broken signature',
      {
        ...forged,
        dmarc: { ...forged.dmarc, policy: 'none' },
        spf: { result: 'fail', domain: 'bob.dev' },
        dkim: [{ result: 'fail', domain: 'bob.dev', selector: 's1', aligned: true }],
      },
      'spam',
      ['dmarc', 'spf', 'dkim'],
    ],
    [
      'without an author',
      { ...forged, dmarc: { ...forged.dmarc, result: 'permerror' } },
      'suspect',
      ['author'],
    ],
    ['about which DNS has yet to answer', { ...forged, verdict: 'unknown' }, 'clean', []],
    [
      'from a server that SPF only doubts',
      { ...unprotected, spf: { result: 'softfail', domain: 'bob.dev' } },
      'clean',
      ['spf'],
    ],
    [
      'from a domain that does not exist',
      { ...unprotected, missingDomain: 'bob.dev' },
      'suspect',
      ['domain'],
    ],
  ] as const)('mail %s is judged by that', async (_what, authentication, verdict, rules) => {
    const spam = await openFilter()({ authentication: authentication as Authenticity })
    expect(spam).toMatchObject({ verdict, reasons: rules.map((rule) => ({ rule })) })
    expect(outcomes).toEqual([verdict])
  })

  test.each([
    ['bob@[192.0.2.1]', '192.0.2.99', ['literal']],
    ['bob@[192.0.2.99]', '192.0.2.99', []],
    ['bob@[192.0.2.99]', '::ffff:192.0.2.99', []],
    ['bob@[IPv6:2001:DB8::1]', '2001:db8::1', []],
    ['bob@[IPv6:2001:DB8::2]', '2001:db8::1', ['literal']],
  ])('mail of %s from the server %s is judged by its address', async (from, clientIp, rules) => {
    expect(await rulesOf(openFilter()({ from, about: { clientIp } }))).toEqual(rules)
    expect(await rulesOf(openFilter()({ about: { clientIp, mailFrom: from } }))).toEqual(rules)
  })

  test('the rate of a server speaks against its mail, for a minute, where its senders are not authenticated', async () => {
    let now = 0
    const judge = openFilter({ mailsPerMinute: 2, now: () => now })
    const proved: Authenticity = { ...unprotected, verdict: 'signed' }
    for (let count = 0; count < 5; count += 1)
      expect(await rulesOf(judge({ authentication: proved }))).toEqual([])
    for (let count = 0; count < 2; count += 1) expect(await rulesOf(judge())).toEqual([])
    expect(await rulesOf(judge())).toEqual(['rate'])
    expect(await rulesOf(judge({ about: { clientIp: '192.0.2.100' } }))).toEqual([])
    now += 60_000
    expect(await rulesOf(judge())).toEqual([])
  })
})

const proved = (domain: string): Authenticity => ({
  ...unprotected,
  verdict: 'signed',
  dmarc: { result: 'pass', domain, policy: 'none' },
})

describe('the rate of a proved domain', () => {
  const bySpf: Authenticity = { ...unprotected, spf: { result: 'pass', domain: 'bob.dev' } }

  test('speaks against its mail from whichever servers, for a minute, and alone makes none suspect', async () => {
    let now = 0
    const judge = openFilter({ mailsPerMinutePerDomain: 2, now: () => now })
    const from = (clientIp: string, authentication: Authenticity) =>
      judge({ about: { clientIp }, authentication })
    expect(await rulesOf(from('192.0.2.1', proved('a.bob.dev')))).toEqual([])
    expect(await rulesOf(from('192.0.2.2', bySpf))).toEqual([])
    expect(await from('192.0.2.3', proved('b.bob.dev'))).toEqual({
      verdict: 'clean',
      score: 2,
      reasons: [{ rule: 'rate', score: 2, description: 'Much mail comes from bob.dev.' }],
    })
    expect(await rulesOf(from('192.0.2.3', proved('ada.dev')))).toEqual([])
    now += 60_000
    expect(await rulesOf(from('192.0.2.1', proved('bob.dev')))).toEqual([])
  })

  test('counts no mail that only says to be from it', async () => {
    const judge = openFilter({ mailsPerMinutePerDomain: 2 })
    for (let count = 0; count < 5; count += 1)
      expect(
        await rulesOf(judge({ authentication: { ...forged, dmarc: { ...forged.dmarc, policy: null } } })),
      ).toEqual(['dmarc'])
    expect(await rulesOf(judge({ authentication: proved('bob.dev') }))).toEqual([])
  })

  test('counts once with the rate of its server', async () => {
    const judge = openFilter({ mailsPerMinute: 1, mailsPerMinutePerDomain: 1 })
    await judge({ authentication: bySpf })
    expect(await rulesOf(judge({ authentication: bySpf }))).toEqual(['rate'])
  })

  test('is forgotten first of the domains that were least recently seen, of which 10,000 are known', async () => {
    const judge = openFilter({ mailsPerMinutePerDomain: 1, now: () => 0 })
    const rate = (number: number) => rulesOf(judge({ authentication: proved(`d${number}.dev`) }))
    for (let number = 0; number < 10_001; number += 1) await rate(number)
    expect(await rate(10_000)).toEqual(['rate'])
    expect(await rate(0)).toEqual([])
  })
})

describe('with lists of servers', () => {
  const zones = [
    { zone: 'bl.test', score: 5 },
    { zone: 'other.test', score: 1.5 },
  ]
  const client = (timeoutMs?: number) => ({ zones, iprevScore: 0, dns: options(timeoutMs) })

  test('mail from a listed server has the score of each list, and that of others none', async () => {
    dns.set('99.2.0.192.bl.test', { A: ['127.0.0.2'] })
    dns.set('99.2.0.192.other.test', { A: ['127.0.0.10'] })
    const judge = openFilter({ client: client() })
    const spam = await judge()
    expect(spam).toMatchObject({ verdict: 'spam', score: 6.5 })
    expect(spam.reasons.map(({ rule, score }) => [rule, score]).toSorted()).toEqual([
      ['dnsbl:bl.test', 5],
      ['dnsbl:other.test', 1.5],
    ])
    expect(await judge({ about: { clientIp: '192.0.2.1' } })).toMatchObject({ score: 0 })
    expect(await judge({ about: { clientIp: '::ffff:192.0.2.99' } })).toMatchObject({ score: 6.5 })
  })

  test('a list has the addresses of IPv6 by their digits', async () => {
    dns.set('1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.bl.test', { A: ['127.0.0.2'] })
    expect(await rulesOf(openFilter({ client: client() })({ about: { clientIp: '2001:db8::1' } }))).toEqual([
      'dnsbl:bl.test',
    ])
  })

  test('a list that refuses to be asked, or does not answer, lists nobody', async () => {
    dns.set('99.2.0.192.bl.test', { A: ['127.255.255.254'] })
    dns.set('99.2.0.192.other.test', 'silence')
    expect(await openFilter({ client: client(250) })()).toEqual({ verdict: 'clean', score: 0, reasons: [] })
  })

  test.each([
    ['no name', undefined, undefined, ['iprev']],
    ['a name of its own', 'mail.bob.dev', '192.0.2.99', []],
    ['the name of another', 'mail.bob.dev', '192.0.2.1', ['iprev']],
  ])('a server with %s is judged by that, where iprev is on', async (_what, name, address, rules) => {
    if (name !== undefined) dns.set('99.2.0.192.in-addr.arpa', { PTR: name })
    if (name !== undefined && address !== undefined) dns.set(name, { A: [address] })
    const judge = openFilter({ client: { zones: [], iprevScore: 2, dns: options() } })
    expect(await rulesOf(judge())).toEqual(rules)
  })

  test('a server whose name DNS does not tell in time is not judged by it', async () => {
    dns.set('99.2.0.192.in-addr.arpa', 'silence')
    const judge = openFilter({ client: { zones: [], iprevScore: 2, dns: options(250) } })
    expect(await rulesOf(judge())).toEqual([])
  })

  test('a server whose address one of its names does not tell in time is not judged by it', async () => {
    dns.set('99.2.0.192.in-addr.arpa', { PTR: 'mail.bob.dev' })
    dns.set('mail.bob.dev', 'silence')
    const judge = openFilter({ client: { zones: [], iprevScore: 2, dns: options(250) } })
    expect(await rulesOf(judge())).toEqual([])
  })
})

const byName = (timeoutMs?: number) => ({ zones: [], iprevScore: 1, dns: options(timeoutMs) })

describe('iprev', () => {
  const reverse = '99.2.0.192.in-addr.arpa'
  const asked = () => dns.questions.filter((question) => question === `${reverse} PTR`).length

  test('of a server speaks against its mail with the score that is set', async () => {
    expect(await openFilter({ client: byName() })()).toMatchObject({
      verdict: 'clean',
      score: 1,
      reasons: [{ rule: 'iprev', score: 1 }],
    })
  })

  test('is known for ten minutes, also to messages that come at the same moment', async () => {
    let now = 0
    const judge = openFilter({ client: byName(), now: () => now })
    await Promise.all([judge(), judge()])
    await judge()
    expect(await rulesOf(judge({ about: { clientIp: '::ffff:192.0.2.99' } }))).toEqual(['iprev'])
    expect(asked()).toBe(1)
    now += 10 * 60_000
    dns.set(reverse, { PTR: 'mail.bob.dev' })
    dns.set('mail.bob.dev', { A: ['192.0.2.99'] })
    expect(await rulesOf(judge())).toEqual([])
    expect(asked()).toBe(2)
  })

  test('of a server with an address of IPv6 is looked for by its digits', async () => {
    const reversed = '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'
    dns.set(reversed, { PTR: 'mail.bob.dev' })
    const judge = openFilter({ client: byName() })
    expect(await rulesOf(judge({ about: { clientIp: '2001:DB8::1' } }))).toEqual(['iprev'])
    expect(dns.questions).toEqual([`${reversed} PTR`, 'mail.bob.dev 28'])
  })

  test('of a server whose reverse zone answers no question of several says nothing', async () => {
    dns.set(reverse, 'silence')
    const judge = openFilter({ client: byName(50) })
    expect(await rulesOf(judge())).toEqual([])
  })

  test('that DNS does not tell is asked for again after a minute, and no message waits meanwhile', async () => {
    let now = 0
    dns.set(reverse, 'silence')
    const judge = openFilter({ client: byName(250), now: () => now })
    expect(await rulesOf(judge())).toEqual([])
    const before = asked()
    dns.set(reverse, undefined)
    expect(await rulesOf(judge())).toEqual([])
    expect(asked()).toBe(before)
    now += 60_000
    expect(await rulesOf(judge())).toEqual(['iprev'])
  })

  test.each([
    '10.1.2.3',
    '127.0.0.1',
    '::ffff:192.168.0.1',
    '172.31.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
  ])('is not looked for of %s, which is in a network of the operator', async (clientIp) => {
    expect(await rulesOf(openFilter({ client: byName() })({ about: { clientIp } }))).toEqual([])
    expect(dns.questions).toEqual([])
  })
})
