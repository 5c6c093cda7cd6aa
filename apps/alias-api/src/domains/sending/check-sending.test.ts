import { startDnsServer, type DnsEntry, type DnsServer } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSending } from './check-sending.ts'

let dns: DnsServer

beforeEach(async () => {
  dns = await startDnsServer()
  dns.set('mx.waypost.test', { A: ['192.0.2.7'] })
})
afterEach(() => dns.close())

/** @param timeoutMs short only where no answer comes */
const check = (domain = 'ada.dev', isKeyPublished = true, timeoutMs = 30_000) =>
  checkSending({ domain, isKeyPublished }, { servers: [dns.address], timeoutMs, mxHost: 'mx.waypost.test' })
const texts = (...all: string[]): DnsEntry => ({ TXT: all.map((text) => [text]) })

test.each<[string, DnsEntry | undefined, string]>([
  ['no record', undefined, 'missing'],
  ['only other texts', texts('v=spf10 a', 'x'), 'missing'],
  ['the host by name', texts('v=spf1 a:mx.waypost.test ~all'), 'found'],
  ['the host in upper case', texts('V=SPF1 +A:MX.waypost.test -ALL'), 'found'],
  ['the host by address', texts('v=spf1 ip4:192.0.2.7 -all'), 'found'],
  ['the network of the host', texts('v=spf1 ip4:192.0.2.0/24 -all'), 'found'],
  ['the network of another name', texts('v=spf1 a:host.example/28 -all'), 'found'],
  ['another network', texts('v=spf1 ip4:192.0.3.0/24 ip6:2001:db8::/32 -all'), 'wrong'],
  [
    'its mail servers',
    { ...(texts('v=spf1 mx -all') as object), MX: [{ exchange: 'mx.waypost.test', priority: 10 }] },
    'found',
  ],
  ['another one’s mail servers', texts('v=spf1 mx:empty.example -all'), 'wrong'],
  ['an included record with the host', texts('v=spf1 include:good.example -all'), 'found'],
  ['an included record without the host', texts('v=spf1 include:bad.example -all'), 'wrong'],
  ['a redirect to a record with the host', texts('v=spf1 redirect=good.example'), 'found'],
  ['the host only after "all"', texts('v=spf1 -all a:mx.waypost.test'), 'wrong'],
  ['the host, but as one that fails', texts('v=spf1 -a:mx.waypost.test ?all'), 'wrong'],
  ['an include of itself', texts('v=spf1 include:ada.dev -all'), 'wrong'],
  ['a macro after the host', texts('v=spf1 a:mx.waypost.test exists:%{i}.x.example -all'), 'found'],
  ['a macro before the end', texts('v=spf1 exists:%{i}.x.example -all'), 'unknown'],
  ['two records', texts('v=spf1 a:mx.waypost.test -all', 'v=spf1 mx -all'), 'wrong'],
  ['a DNS server that fails', 'SERVFAIL', 'unknown'],
  ['an included record that DNS does not answer for', texts('v=spf1 include:broken.example -all'), 'unknown'],
])('SPF with %s', async (_what, entry, finding) => {
  dns.set('ada.dev', entry)
  dns.set('good.example', texts('v=spf1 a:mx.waypost.test -all'))
  dns.set('bad.example', texts('v=spf1 ip4:198.51.100.1 -all'))
  dns.set('host.example', { A: ['192.0.2.1'] })
  dns.set('empty.example', { A: ['192.0.2.7'] })
  dns.set('broken.example', 'SERVFAIL')
  expect((await check()).spf).toBe(finding)
})

test.each<[string, DnsEntry | undefined, string]>([
  ['no record', undefined, 'missing'],
  ['another text', texts('v=DMARC10; p=none'), 'missing'],
  ['a policy', texts('v=DMARC1; p=quarantine; rua=mailto:x@ada.dev'), 'found'],
  ['no spaces', texts('v=DMARC1;p=reject'), 'found'],
  ['no policy', texts('v=DMARC1; sp=reject'), 'wrong'],
  ['an unknown policy', texts('v=DMARC1; p=maybe'), 'wrong'],
  ['two records', texts('v=DMARC1; p=none', 'v=DMARC1; p=reject'), 'wrong'],
  ['a DNS server that fails', 'SERVFAIL', 'unknown'],
])('DMARC with %s', async (_what, entry, finding) => {
  dns.set('_dmarc.ada.dev', entry)
  expect((await check()).dmarc).toBe(finding)
})

test('a subdomain has the DMARC policy of its registered domain', async () => {
  dns.set('_dmarc.ada.dev', texts('v=DMARC1; p=reject'))
  expect((await check('mail.ada.dev')).dmarc).toBe('found')
})

test('there is a hint for each thing that is missing, and none where nothing is', async () => {
  expect((await check('ada.dev', false)).hints).toEqual([
    'Publish the SPF record, so that receivers know that mx.waypost.test may send for ada.dev.',
    'Publish the DKIM record: without it, email from ada.dev leaves unsigned, or not at all.',
    'Publish the DMARC record, so that nobody else can send in the name of ada.dev.',
  ])
  dns.set('ada.dev', texts('v=spf1 a:mx.waypost.test ~all'))
  dns.set('_dmarc.ada.dev', texts('v=DMARC1; p=none'))
  expect((await check()).hints).toEqual([
    'The DMARC policy of ada.dev is none, which stops nobody from sending in its name: once all of your mail passes, make it quarantine or reject.',
  ])
  dns.set('_dmarc.ada.dev', texts('v=DMARC1; p=quarantine'))
  expect(await check()).toEqual({ spf: 'found', dmarc: 'found', hints: [] })
})

test('where DNS does not answer, nothing is said to be missing', async () => {
  dns.set('ada.dev', 'silence')
  dns.set('_dmarc.ada.dev', 'silence')
  expect(await check('ada.dev', true, 100)).toEqual({ spf: 'unknown', dmarc: 'unknown', hints: [] })
})
