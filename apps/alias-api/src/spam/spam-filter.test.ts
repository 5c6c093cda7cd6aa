import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Authenticity } from '../authenticity/authenticity.ts'
import type { SpamFilterOptions, SpamOutcome } from './create-spam-filter.ts'
import { forged, openTestFilter, rulesOf, unprotected } from './test-spam-filter.ts'

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
