import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestFilter, rulesOf } from './test-spam-filter.ts'

let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
afterEach(() => dns.clear())

/** @param timeoutMs short only where no answer comes */
const options = (timeoutMs = 30_000) => ({ mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs })

describe('with lists of servers', () => {
  const zones = [
    { zone: 'bl.test', score: 5 },
    { zone: 'other.test', score: 1.5 },
  ]
  const client = (timeoutMs?: number) => ({ zones, iprevScore: 0, dns: options(timeoutMs) })

  test('mail from a listed server has the score of each list, and that of others none', async () => {
    dns.set('99.2.0.192.bl.test', { A: ['127.0.0.2'] })
    dns.set('99.2.0.192.other.test', { A: ['127.0.0.10'] })
    const judge = openTestFilter({ client: client() })
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
    expect(
      await rulesOf(openTestFilter({ client: client() })({ about: { clientIp: '2001:db8::1' } })),
    ).toEqual(['dnsbl:bl.test'])
  })

  test('a list that refuses to be asked, or does not answer, lists nobody', async () => {
    dns.set('99.2.0.192.bl.test', { A: ['127.255.255.254'] })
    dns.set('99.2.0.192.other.test', 'silence')
    expect(await openTestFilter({ client: client(250) })()).toEqual({
      verdict: 'clean',
      score: 0,
      reasons: [],
    })
  })

  test.each([
    ['no name', undefined, undefined, ['iprev']],
    ['a name of its own', 'mail.bob.dev', '192.0.2.99', []],
    ['the name of another', 'mail.bob.dev', '192.0.2.1', ['iprev']],
  ])('a server with %s is judged by that, where iprev is on', async (_what, name, address, rules) => {
    if (name !== undefined) dns.set('99.2.0.192.in-addr.arpa', { PTR: name })
    if (name !== undefined && address !== undefined) dns.set(name, { A: [address] })
    const judge = openTestFilter({ client: { zones: [], iprevScore: 2, dns: options() } })
    expect(await rulesOf(judge())).toEqual(rules)
  })

  test('a server whose name DNS does not tell in time is not judged by it', async () => {
    dns.set('99.2.0.192.in-addr.arpa', 'silence')
    const judge = openTestFilter({ client: { zones: [], iprevScore: 2, dns: options(250) } })
    expect(await rulesOf(judge())).toEqual([])
  })

  test('a server whose address one of its names does not tell in time is not judged by it', async () => {
    dns.set('99.2.0.192.in-addr.arpa', { PTR: 'mail.bob.dev' })
    dns.set('mail.bob.dev', 'silence')
    const judge = openTestFilter({ client: { zones: [], iprevScore: 2, dns: options(250) } })
    expect(await rulesOf(judge())).toEqual([])
  })
})

const byName = (timeoutMs?: number) => ({ zones: [], iprevScore: 1, dns: options(timeoutMs) })

describe('iprev', () => {
  const reverse = '99.2.0.192.in-addr.arpa'
  const asked = () => dns.questions.filter((question) => question === `${reverse} PTR`).length

  test('of a server speaks against its mail with the score that is set', async () => {
    expect(await openTestFilter({ client: byName() })()).toMatchObject({
      verdict: 'clean',
      score: 1,
      reasons: [{ rule: 'iprev', score: 1 }],
    })
  })

  test('is known for ten minutes, also to messages that come at the same moment', async () => {
    let now = 0
    const judge = openTestFilter({ client: byName(), now: () => now })
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
    const judge = openTestFilter({ client: byName() })
    expect(await rulesOf(judge({ about: { clientIp: '2001:DB8::1' } }))).toEqual(['iprev'])
    expect(dns.questions).toEqual([`${reversed} PTR`, 'mail.bob.dev 28'])
  })

  test('of a server whose reverse zone answers no question of several says nothing', async () => {
    dns.set(reverse, 'silence')
    const judge = openTestFilter({ client: byName(50) })
    expect(await rulesOf(judge())).toEqual([])
  })

  test('that DNS does not tell is asked for again after a minute, and no message waits meanwhile', async () => {
    let now = 0
    dns.set(reverse, 'silence')
    const judge = openTestFilter({ client: byName(250), now: () => now })
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
    expect(await rulesOf(openTestFilter({ client: byName() })({ about: { clientIp } }))).toEqual([])
    expect(dns.questions).toEqual([])
  })
})
