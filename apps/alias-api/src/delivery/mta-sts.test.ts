import { createEgressPolicy } from '@waypost/egress'
import type { MTASTSPolicy } from 'mailauth'
import { parsePolicy, validateMx } from 'mailauth/lib/mta-sts.js'
import { startMailSink } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../smtp/self-signed-certificate.ts'
import type { MxOptions } from './mx-transport.ts'
import { createPolicyFinder, fetchPolicyBy } from './mta-sts.ts'
import { exchanges, openMxBed, portOf } from './test-mx-transport.ts'

const { bed, dnsOptions, send } = openMxBed()

describe('encryption', () => {
  const policy: MTASTSPolicy = { mode: 'enforce', mx: ['mx1.bob.dev'], maxAge: 1 }
  const tls = createSelfSignedCertificate('mx1.bob.dev', Date.now())
  const sendEncrypted = async (options: Partial<MxOptions>) => {
    await bed.sink.close()
    bed.sink = await startMailSink({ tls })
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    return send({ port: portOf(bed.sink), ...options })
  }

  test('mail is encrypted with any certificate where the domain has no policy', async () => {
    expect(await sendEncrypted({})).toEqual({ status: 'sent' })
    expect(bed.sink.mails).toMatchObject([{ isEncrypted: true }])
  })

  test('a domain with an enforced policy gets mail only over a verified certificate', async () => {
    expect(await sendEncrypted({ findPolicy: async () => policy })).toMatchObject({ status: 'deferred' })
    expect(await sendEncrypted({ findPolicy: async () => ({ ...policy, mode: 'testing' }) })).toEqual({
      status: 'sent',
    })
  })

  test('a domain with an enforced policy gets no mail unencrypted or at a host that the policy does not name', async () => {
    bed.dns.set('bob.dev', exchanges('mx1.bob.dev'))
    expect(await send({ findPolicy: async () => policy })).toMatchObject({ status: 'deferred' })
    const other = { ...policy, mx: ['*.mail.bob.dev'] }
    expect(await send({ findPolicy: async () => other })).toMatchObject({
      status: 'deferred',
      reason: expect.stringContaining('4.7.5'),
    })
    expect(bed.sink.mails).toEqual([])
  })
})

describe('an MTA-STS policy', () => {
  const text = 'version: STSv1\r\nmode: enforce\r\nmx: mx1.bob.dev\r\nmx: *.mail.bob.dev\r\nmax_age: 600\r\n'

  test.each([
    ['mx1.bob.dev', true],
    ['a.mail.bob.dev', true],
    ['a.b.mail.bob.dev', false],
    ['mail.bob.dev', false],
    ['mx2.bob.dev', false],
  ])('an MTA-STS policy allows the host %s: %s', (host, isAllowed) => {
    expect(validateMx(host, parsePolicy(text, { strict: true })).valid).toBe(isAllowed)
  })

  test.each([
    '',
    '<html>',
    text.replace('STSv1', 'STSv2'),
    text.replace('600', 'x'),
    'version: STSv1\nmax_age: 1',
  ])('a malformed MTA-STS policy is refused: %j', (other) =>
    expect(() => parsePolicy(other, { strict: true })).toThrow('field'),
  )

  test('an MTA-STS policy is cached for its max_age, whatever DNS and its host then answer, until there is a new one', async () => {
    let now = 0
    let fetched = 0
    const fetchPolicy = async () => {
      fetched += 1
      return parsePolicy(text, { strict: true })
    }
    const find = createPolicyFinder(dnsOptions(), fetchPolicy, () => now)
    expect(await find('bob.dev')).toBeUndefined()
    bed.dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=1;']] })
    expect(await find('bob.dev')).toMatchObject({ mode: 'enforce' })
    await find('bob.dev')
    expect(fetched).toBe(1)
    bed.dns.set('_mta-sts.bob.dev', undefined)
    expect(await find('bob.dev')).toMatchObject({ mode: 'enforce' })
    bed.dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=2;']] })
    await find('bob.dev')
    expect(fetched).toBe(2)
    bed.dns.set('_mta-sts.bob.dev', undefined)
    now = 601_000
    expect(await find('bob.dev')).toBeUndefined()
  })

  test('an MTA-STS policy with the mode `none` replaces the cached one', async () => {
    let policy: MTASTSPolicy = parsePolicy(text, { strict: true })
    const find = createPolicyFinder(
      dnsOptions(),
      async () => policy,
      () => 0,
    )
    bed.dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=1;']] })
    expect(await find('bob.dev')).toMatchObject({ mode: 'enforce' })
    policy = parsePolicy('version: STSv1\nmode: none\nmax_age: 600', { strict: true })
    bed.dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=2;']] })
    expect(await find('bob.dev')).toMatchObject({ mode: 'none' })
  })

  test('an unavailable MTA-STS policy is fetched again after five minutes, and delays no message until then', async () => {
    let now = 0
    let fetched = 0
    const fetchPolicy = async () => {
      fetched += 1
      throw new Error('no answer')
    }
    const find = createPolicyFinder(dnsOptions(), fetchPolicy, () => now)
    bed.dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=1;']] })
    for (const [at, times] of [
      [0, 1],
      [299_999, 1],
      [300_000, 2],
    ] as const) {
      now = at
      expect(await find('bob.dev')).toBeUndefined()
      expect(fetched).toBe(times)
    }
  })

  test('an MTA-STS policy is not fetched from a forbidden address', async () => {
    bed.dns.set('mta-sts.bob.dev', { A: ['127.0.0.1'] })
    expect(await fetchPolicyBy(dnsOptions(), createEgressPolicy({ allow: [] }))('bob.dev')).toBe(false)
    const open = fetchPolicyBy(dnsOptions(), createEgressPolicy({ allow: ['127.0.0.0/8'] }))
    await expect(open('bob.dev')).rejects.toThrow()
  })
})
