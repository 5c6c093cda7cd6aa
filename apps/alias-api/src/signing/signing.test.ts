import { generateKeyPairSync } from 'node:crypto'
import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkAuthenticity } from '../authenticity/check-authenticity.ts'
import { keyRecordOf } from './dkim-key.ts'
import { sealMessage } from './seal-message.ts'
import { signMessage } from './sign-message.ts'
import { testMessages } from './test-messages.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const key = { domain: 'alias.dev', selector: 'wp1', privateKey }
const at = Date.now() - 1000

let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer()
  const { host, value } = keyRecordOf({ domain: 'alias.dev', number: 1, publicKey: encoded })
  dns.set(host, { TXT: [value.match(/.{1,255}/g)!] })
})
afterAll(() => dns.close())
afterEach(() => dns.set('_dmarc.alias.dev', undefined))

const check = (content: Buffer) =>
  checkAuthenticity(
    { content, mailFrom: '', clientIp: '192.0.2.7', clientName: 'mx.waypost.test' },
    { mxHost: 'mx.example.net', servers: [dns.address], timeoutMs: 30_000 },
    3000,
  )
const text = (lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const head = ['From: Ada <ada@alias.dev>', 'To: bob@bob.dev', 'Subject: hello', 'Message-ID: <1@alias.dev>']

test.each(testMessages)(
  'a message of %s gets a signature that other software verifies',
  async (_what, content) => {
    const signed = await signMessage(content, key, at)
    expect(signed.subarray(-content.length).equals(content)).toBe(true)
    expect((await check(signed)).dkim).toMatchObject([
      { result: 'pass', domain: 'alias.dev', selector: 'wp1' },
    ])
    expect((await check(await seal(content, 'none'))).arc).toEqual({ result: 'pass' })
  },
)

test.each([
  ['another author', (signed: string) => signed.replace('Ada <ada@', 'Eve <eve@')],
  ['a second author', (signed: string) => `From: eve@eve.dev\r\n${signed}`],
  ['another subject', (signed: string) => signed.replace('Subject: hello', 'Subject: pay')],
  ['another body', (signed: string) => signed.replace('\r\n\r\nhello', '\r\n\r\npay')],
  ['a longer body', (signed: string) => `${signed}pay\r\n`],
])('a signature is invalid for %s', async (_what, change) => {
  const message = text([...head, '', 'hello', ''])
  const signed = (await signMessage(message, key, at)).toString('latin1')
  const changed = change(signed)
  expect(changed).not.toBe(signed)
  const { dkim } = await check(Buffer.from(changed, 'latin1'))
  expect(dkim[0]!.result).not.toBe('pass')
})

const seal = (content: Buffer, result: string) =>
  sealMessage(
    content,
    { arc: { result }, header: 'spf=pass smtp.mailfrom=bob.dev' },
    { key, mxHost: 'mx.waypost.test', at },
  )

test('a chain grows by a set for each server while it is intact', async () => {
  const content = text([...head, '', 'hello', ''])
  const once = await seal(content, 'none')
  const thrice = await seal(await seal(once, 'pass'), 'pass')
  expect(thrice.toString()).toMatch(/^ARC-Seal: i=3; a=rsa-sha256; t=\d+; cv=pass;/)
  expect((await check(thrice)).arc).toEqual({ result: 'pass' })
  for (const [broken, result] of [
    [once, 'fail'],
    [once, 'none'],
    [content, 'pass'],
  ] as const)
    expect(await seal(broken, result)).toBe(broken)
  const changed = Buffer.from(thrice.toString().replace('spf=pass', 'spf=fail'))
  expect((await check(changed)).arc).toEqual({ result: 'fail' })
})
