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

describe('with lists of servers', () => {
  const zones = [
    { zone: 'bl.test', score: 5 },
    { zone: 'other.test', score: 1.5 },
  ]
  const client = (timeoutMs?: number) => ({ zones, hasIprev: false, dns: options(timeoutMs) })

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
    const judge = openFilter({ client: { zones: [], hasIprev: true, dns: options() } })
    expect(await rulesOf(judge())).toEqual(rules)
  })

  test('a server whose name DNS does not tell in time is not judged by it', async () => {
    dns.set('99.2.0.192.in-addr.arpa', 'silence')
    const judge = openFilter({ client: { zones: [], hasIprev: true, dns: options(250) } })
    expect(await rulesOf(judge())).toEqual([])
  })
})
