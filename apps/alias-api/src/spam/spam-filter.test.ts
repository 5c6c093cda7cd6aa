import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Authenticity } from '../authenticity/authenticity.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { createSpamFilter, type SpamFilterOptions, type SpamOutcome } from './create-spam-filter.ts'

let dns: DnsServer
let service: TestApp
let mail: TestMail
let outcomes: SpamOutcome[]

beforeAll(async () => {
  dns = await startDnsServer()
  service = await startTestApp({ dnsServer: dns.address })
  mail = await startTestMail(service)
})
afterAll(async () => {
  await mail.close()
  await service.close()
  await dns.close()
})
beforeEach(() => {
  outcomes = []
})
afterEach(() => dns.clear())

const unprotected: Authenticity = {
  verdict: 'unprotected',
  spf: { result: 'none', domain: 'bob.dev' },
  dkim: [],
  dmarc: { result: 'none', domain: 'bob.dev', policy: null },
  arc: { result: 'none' },
  header: 'none',
}
const forged: Authenticity = {
  ...unprotected,
  verdict: 'forged',
  dmarc: { result: 'fail', domain: 'bob.dev', policy: 'reject' },
}
const content = Buffer.from('From: bob@bob.dev\r\nSubject: hello\r\n\r\nhello\r\n')
const message = {
  id: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
  content,
  size: content.length,
  mailFrom: 'bob@bob.dev',
  clientIp: '192.0.2.99',
  clientName: 'mail.bob.dev',
  createdAt: new Date(),
  restId: null,
  bodyHash: null,
}
const parsed = {
  from: 'bob@bob.dev',
  fromName: '',
  subject: 'hello',
  text: 'hello',
  html: '',
  isTruncated: false,
  attachments: [],
}
const onOutcome = (outcome: SpamOutcome) => void outcomes.push(outcome)

interface Given {
  about?: Partial<typeof message>
  from?: string
  authentication?: Authenticity
}

/** A filter, by which one message after the other is judged. */
const openFilter = (options: SpamFilterOptions = {}) => {
  const judgeSpam = createSpamFilter({ onOutcome, ...options })
  return ({ about, from = parsed.from, authentication = unprotected }: Given = {}) =>
    judgeSpam({ ...message, ...about }, Promise.resolve([{ ...parsed, from }, authentication]))
}
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
  const client = () => ({ zones, hasIprev: false, dns: service.services.dns })

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
    expect(await openFilter({ client: client() })()).toEqual({ verdict: 'clean', score: 0, reasons: [] })
  })

  test.each([
    ['no name', undefined, undefined, ['iprev']],
    ['a name of its own', 'mail.bob.dev', '192.0.2.99', []],
    ['the name of another', 'mail.bob.dev', '192.0.2.1', ['iprev']],
  ])('a server with %s is judged by that, where iprev is on', async (_what, name, address, rules) => {
    if (name !== undefined) dns.set('99.2.0.192.in-addr.arpa', { PTR: name })
    if (name !== undefined && address !== undefined) dns.set(name, { A: [address] })
    const judge = openFilter({ client: { zones: [], hasIprev: true, dns: service.services.dns } })
    expect(await rulesOf(judge())).toEqual(rules)
  })

  test('a server whose name DNS does not tell in time is not judged by it', async () => {
    dns.set('99.2.0.192.in-addr.arpa', 'silence')
    const judge = openFilter({ client: { zones: [], hasIprev: true, dns: service.services.dns } })
    expect(await rulesOf(judge())).toEqual([])
  })
})

describe('with an rspamd that fails', () => {
  let server: Server
  let url: URL
  let answer: (end: (status: number, body: string) => void) => void

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      answer((status, body) => response.writeHead(status).end(body))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = (at = url) =>
    openFilter({ rspamd: { url: at, timeoutMs: 300, db: mail.services.db, storage: mail.services.storage } })

  test.each([
    ['does not answer', () => {}],
    ['answers 500', (end: (status: number, body: string) => void) => end(500, '{}')],
    ['answers something else', (end: (status: number, body: string) => void) => end(200, '{"score":"high"}')],
    [
      'answers without an end',
      (end: (status: number, body: string) => void) => end(200, ' '.repeat(2 ** 21)),
    ],
  ])('mail is judged without an rspamd that %s, which is counted', async (_what, how) => {
    answer = how
    expect(await open()({ authentication: forged })).toMatchObject({ verdict: 'spam', score: 5 })
    expect(outcomes).toEqual(['rspamd_failed', 'spam'])
  })

  test('mail is judged without an rspamd that is not there', async () => {
    expect(await open(new URL('http://127.0.0.1:9'))()).toMatchObject({ verdict: 'clean' })
    expect(outcomes).toEqual(['rspamd_failed', 'clean'])
  })

  test('mail of more than 4 MiB is judged without asking rspamd', async () => {
    answer = (end) => end(200, '{"action":"reject","score":20,"symbols":{}}')
    expect(await open()({ about: { size: 4 * 1024 * 1024 + 1 } })).toMatchObject({ verdict: 'clean' })
    expect(await open()()).toMatchObject({ verdict: 'spam', score: 20 })
    expect(outcomes).toEqual(['clean', 'spam'])
  })
})
