import { generateKeyPairSync } from 'node:crypto'
import { startDnsServer, type DnsServer } from '@waypost/testing'
import { dkimSign } from 'mailauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkAuthenticity } from './check-authenticity.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const testMessage = 'From: bob@bob.dev\r\nSubject: hello\r\n\r\nhello\r\n'

let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
afterEach(() => dns.clear())

const publish = () => {
  dns.set('bob.dev', { TXT: [['v=spf1 -all']] })
  dns.set('_dmarc.bob.dev', { TXT: [['v=DMARC1; p=reject']] })
  dns.set('s1._domainkey.bob.dev', { TXT: [keyRecord.match(/.{1,200}/g)!] })
}
const signed = async (content: string, options: { algorithm?: string; maxBodyLength?: number } = {}) => {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signature = { signingDomain: 'bob.dev', selector: 's1', privateKey: key, ...options }
  const { signatures } = await dkimSign(content, { ...signature, signatureData: [signature] })
  expect(signatures).toContain('DKIM-Signature: ')
  return signatures + content
}
const check = (content: string, dnsMs = 60_000) => {
  const from = { mailFrom: 'bob@bob.dev', clientIp: '192.0.2.7', clientName: 'mail.bob.dev' }
  const servers = { mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs: 30_000 }
  return checkAuthenticity({ ...from, content: Buffer.from(content) }, servers, dnsMs)
}

test('a DKIM signature authenticates the author', async () => {
  publish()
  expect(await check(await signed(testMessage))).toMatchObject({
    verdict: 'signed',
    dkim: [{ result: 'pass', domain: 'bob.dev', selector: 's1', aligned: true }],
  })
})

test('answers of DNS that come while the process is busy with other messages count', async () => {
  publish()
  const content = await signed(testMessage)
  const checking = check(content, 1000)
  const until = performance.now() + 1100
  while (performance.now() < until);
  expect(await checking).toMatchObject({ verdict: 'signed' })
})

test('DNS that does not answer is waited for no longer than was asked', async () => {
  publish()
  dns.set('_dmarc.bob.dev', 'silence')
  expect(await check(await signed(testMessage), 200)).toMatchObject({ verdict: 'unknown' })
})

test('a DKIM signature of the first lines only does not authenticate lines appended below them', async () => {
  publish()
  const partly = await signed(testMessage, { maxBodyLength: 'hello\r\n'.length })
  expect(await check(`${partly}pay eve\r\n`)).toMatchObject({ verdict: 'forged', dkim: [{ result: 'pass' }] })
})

test('a SHA-1 signature authenticates nothing', async () => {
  publish()
  const content = await signed(testMessage, { algorithm: 'rsa-sha1' })
  expect(await check(content)).toMatchObject({ verdict: 'forged', dkim: [{ result: 'policy' }] })
})

test('a message with authors of two domains is not authenticated', async () => {
  publish()
  const two = testMessage.replace('bob@bob.dev', 'bob@bob.dev, eve@eve.dev')
  expect(await check(await signed(two))).toMatchObject({ verdict: 'forged', dmarc: { result: 'permerror' } })
})

test('only the first signatures of a thousand are looked up in DNS', async () => {
  publish()
  const [field] = (await signed(testMessage)).split('From:')
  const many = Array.from({ length: 1000 }, (_, number) => field!.replace('s=s1', `s=x${number}`)).join('')
  const { dkim, header } = await check(many + testMessage)
  expect(dns.questions.filter((name) => name.includes('_domainkey')).length).toBeLessThanOrEqual(10)
  expect([dkim.length, header.length]).toEqual([10, expect.any(Number)])
  expect(header.length).toBeLessThan(8001)
})

test('results that contain unstorable text are reported in storable text', async () => {
  publish()
  const { header, dkim } = await check(
    `DKIM-Signature: v=1; a=rsa-sha256; d=b\0b.dev; s=\0; b=x; bh=x; h=from\r\n${testMessage}`,
  )
  expect(JSON.stringify([header, dkim])).not.toContain('\\u0000')
})

/** @param timeoutMs short only where no answer comes */
const checkFrom = (author: string, mailFrom = author, allowMissing = false, timeoutMs = 30_000) =>
  checkAuthenticity(
    {
      content: Buffer.from(`From: ${author}\r\nSubject: hello\r\n\r\nhello\r\n`),
      mailFrom,
      clientIp: '192.0.2.7',
      clientName: 'mail.bob.dev',
    },
    { mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs, allowMissing },
    2 * timeoutMs,
  )

describe('a domain that does not exist', () => {
  test.each([
    ['the author', 'bob@gone.dev', 'bob@bob.dev', 'gone.dev'],
    ['the envelope', 'bob@bob.dev', 'bob@Gone.dev', 'Gone.dev'],
    ['both', 'bob@gone.dev', 'bob@gone.dev', 'gone.dev'],
    ['neither', 'bob@bob.dev', 'bob@mail.bob.dev', undefined],
    ['neither, where the envelope has none', 'bob@bob.dev', '', undefined],
  ])('is found where it is that of %s', async (_what, author, mailFrom, missing) => {
    dns.set('bob.dev', {})
    dns.set('mail.bob.dev', {})
    expect((await checkFrom(author, mailFrom)).missingDomain).toBe(missing)
  })

  test('is not asked for apart where SPF has asked for it', async () => {
    dns.set('bob.dev', {})
    await checkFrom('bob@bob.dev')
    expect(dns.questions.filter((question) => question.startsWith('bob.dev '))).toEqual(['bob.dev TXT'])
  })

  test.each(['silence', 'SERVFAIL'] as const)('is not one for which DNS answers %s', async (answer) => {
    dns.set('bob.dev', {})
    dns.set('slow.dev', answer)
    const timeoutMs = answer === 'silence' ? 300 : undefined
    const { missingDomain } = await checkFrom('bob@slow.dev', 'bob@bob.dev', false, timeoutMs)
    expect(missingDomain).toBeUndefined()
  })

  test('is not missed where the author’s signature proves the author, nor while developing', async () => {
    publish()
    const content = Buffer.from(await signed(testMessage))
    const other = { content, mailFrom: 'x@gone.dev', clientIp: '192.0.2.7', clientName: 'x' }
    const servers = { mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs: 30_000 }
    const checked = await checkAuthenticity(other, servers, 60_000)
    expect(checked).toMatchObject({ verdict: 'signed' })
    expect(checked.missingDomain).toBeUndefined()
    expect((await checkFrom('bob@gone.dev', undefined, true)).missingDomain).toBeUndefined()
  })
})
