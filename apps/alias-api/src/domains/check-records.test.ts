import { startDnsServer, type DnsEntry, type DnsServer } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRecords } from './check-records.ts'

let dns: DnsServer

beforeEach(async () => {
  dns = await startDnsServer()
})
afterEach(() => dns.close())

const token = 'waypost-verification=0123456789abcdef'
const records = {
  mx: { type: 'MX' as const, host: 'ada.dev', value: 'mx.waypost.test', priority: 10 },
  txt: { type: 'TXT' as const, host: 'ada.dev', value: token },
}
/** @param timeoutMs short only where no answer comes */
const check = async (timeoutMs = 30_000) =>
  (await checkRecords(records, { servers: [dns.address], timeoutMs })).checks
const mx = [{ exchange: 'mx.waypost.test', priority: 10 }]
const both = { MX: mx, TXT: [[token]] }

test.each<[string, DnsEntry | undefined, string, string]>([
  ['both records', both, 'found', 'found'],
  ['a domain that does not exist', undefined, 'missing', 'missing'],
  ['a domain without both records', { A: ['192.0.2.1'] }, 'missing', 'missing'],
  ['only the MX record', { MX: mx }, 'found', 'missing'],
  ['only the TXT record', { TXT: [[token]] }, 'missing', 'found'],
  ['another mail server', { ...both, MX: [{ exchange: 'mx.example.net', priority: 10 }] }, 'wrong', 'found'],
  ['a null MX', { ...both, MX: [{ exchange: '.', priority: 0 }] }, 'wrong', 'found'],
  [
    'several mail servers',
    { ...both, MX: [{ exchange: 'mx.example.net', priority: 5 }, ...mx] },
    'found',
    'found',
  ],
  ['another token', { MX: mx, TXT: [['waypost-verification=other']] }, 'found', 'wrong'],
  ['half of the token', { MX: mx, TXT: [[token.slice(0, -1)]] }, 'found', 'wrong'],
  ['more than the token', { MX: mx, TXT: [[`${token}0`]] }, 'found', 'wrong'],
  [
    'only TXT records of others',
    { MX: mx, TXT: [['v=spf1 -all'], ['google-site-verification=x']] },
    'found',
    'missing',
  ],
  ['several texts', { MX: mx, TXT: [['v=spf1 -all'], [token], ['x']] }, 'found', 'found'],
  [
    'a TXT record in several strings',
    { MX: mx, TXT: [[token.slice(0, 7), token.slice(7, 20), token.slice(20)]] },
    'found',
    'found',
  ],
  [
    'the token split over several TXT records',
    { MX: mx, TXT: [[token.slice(0, 25)], [token.slice(25)]] },
    'found',
    'wrong',
  ],
  [
    'upper case',
    { MX: [{ exchange: 'MX.Waypost.TEST', priority: 10 }], TXT: [[token.toUpperCase()]] },
    'found',
    'found',
  ],
  [
    'trailing dots',
    { MX: [{ exchange: 'mx.waypost.test.', priority: 10 }], TXT: [[`${token}.`]] },
    'found',
    'found',
  ],
  ['space around the token', { MX: mx, TXT: [[` ${token} `]] }, 'found', 'found'],
  ['a DNS server that fails', 'SERVFAIL', 'unknown', 'unknown'],
  ['a DNS server that refuses', 'REFUSED', 'unknown', 'unknown'],
  ['a DNS server that does not answer', 'silence', 'unknown', 'unknown'],
])('checkRecords reports each record of %s', async (_what, entry, foundMx, foundTxt) => {
  dns.set('ada.dev', entry)
  expect(await check(entry === 'silence' ? 100 : undefined)).toEqual({ mx: foundMx, txt: foundTxt })
})

test('a CNAME is followed, to right records and to wrong ones', async () => {
  dns.set('ada.dev', { CNAME: 'host.example.net' })
  dns.set('host.example.net', both)
  expect(await check()).toEqual({ mx: 'found', txt: 'found' })
  dns.set('host.example.net', { TXT: [['other']] })
  expect(await check()).toEqual({ mx: 'missing', txt: 'missing' })
  dns.set('ada.dev', { CNAME: 'nowhere.example.net' })
  expect(await check()).toEqual({ mx: 'missing', txt: 'missing' })
})

test('no DNS answer is cached from one check to the next', async () => {
  dns.set('ada.dev', both)
  expect(await check()).toEqual({ mx: 'found', txt: 'found' })
  dns.set('ada.dev', undefined)
  expect(await check()).toEqual({ mx: 'missing', txt: 'missing' })
})

test('an unreachable resolver leaves both records unknown', async () => {
  const { checks } = await checkRecords(records, { servers: ['127.0.0.1:9'], timeoutMs: 100 })
  expect(checks).toEqual({ mx: 'unknown', txt: 'unknown' })
})
