import { expect, test } from 'vitest'
import { provedDomain } from './proved-domain.ts'
import { unprotected } from './test-spam-filter.ts'

const signature = (domain: string, result = 'pass') => ({ domain, result, selector: 's1', aligned: false })
const spf = { result: 'pass', domain: 'bounces.list.dev' }
const dmarc = { result: 'pass', domain: 'news.bob.co.uk', policy: 'none' }

test.each([
  ['its author, by DMARC', { dmarc, dkim: [signature('mail.dev')], spf }, 'bob.co.uk'],
  ['a valid signature', { dkim: [signature('no.dev', 'fail'), signature('s.mail.dev')], spf }, 'mail.dev'],
  ['its envelope, by SPF', { dkim: [signature('no.dev', 'fail')], spf }, 'list.dev'],
  ['an owner below a suffix of others', { spf: { ...spf, domain: 'a.ada.github.io' } }, 'ada.github.io'],
])('a message is of the domain of %s', (_what, authentication, domain) => {
  expect(provedDomain({ ...unprotected, ...authentication })).toBe(domain)
})

test('a message of which nothing is proved is of no domain', () => {
  expect(provedDomain(unprotected)).toBeUndefined()
  expect(
    provedDomain({
      ...unprotected,
      dkim: [signature('no.dev', 'fail')],
      spf: { ...spf, result: 'softfail' },
    }),
  ).toBeUndefined()
})
