import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keyRecordOf } from '../signing/dkim-key.ts'
import { signMessage } from '../signing/sign-message.ts'
import type { AuthenticityChecker } from './authenticity.ts'
import { createAuthenticityChecker } from './authenticity-checker.ts'

type Keys = KeyPairKeyObjectResult

const malicious = new URL('test-checker-process.ts', import.meta.url)
const testMessage = 'From: bob@bob.dev\r\nSubject: hello\r\n\r\nhello\r\n'

let dns: DnsServer
let checker: AuthenticityChecker

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
afterEach(() => checker.close())

const open = (options: { entry?: URL; timeoutMs?: number } = {}) => {
  const resolvers = { mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs: 30_000 }
  checker = createAuthenticityChecker(resolvers, { timeoutMs: 60_000, memoryMiB: 64, ...options })
}
const from = { mailFrom: 'bob@bob.dev', clientIp: '192.0.2.7', clientName: 'mail.bob.dev' }
const check = (content: string, dnsMs = 60_000) =>
  checker.check({ ...from, content: Buffer.from(content) }, dnsMs)
const resultOf = async (content: string) => (await check(content)).dkim.map(({ result }) => result)

test('the checker process reports SPF, DKIM, DMARC and ARC', async () => {
  dns.set('bob.dev', { TXT: [['v=spf1 ip4:192.0.2.7 -all']] })
  dns.set('_dmarc.bob.dev', { TXT: [['v=DMARC1; p=quarantine']] })
  open()
  expect(await check(testMessage)).toEqual({
    verdict: 'vouched',
    spf: { result: 'pass', domain: 'bob.dev' },
    dkim: [{ result: 'none', domain: null, selector: null, aligned: false }],
    dmarc: { result: 'pass', domain: 'bob.dev', policy: 'quarantine' },
    arc: { result: 'none' },
    header: expect.stringMatching(
      /spf=pass .*smtp\.mailfrom=bob@bob\.dev[^]*dmarc=pass .*header\.from=bob\.dev/,
    ),
  })
})

test('the checker process verifies a signature by the key that its record has now', async () => {
  const [old, next] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [Keys, Keys]
  const publish = ({ publicKey }: Keys) => {
    const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const { host, value } = keyRecordOf({ domain: 'bob.dev', number: 1, publicKey: encoded })
    dns.set(host, { TXT: [value.match(/.{1,255}/g)!] })
  }
  const signed = async ({ privateKey }: Keys): Promise<string> => {
    const key = { domain: 'bob.dev', selector: 'wp1', privateKey }
    return (await signMessage(Buffer.from(testMessage), key, Date.now())).toString()
  }
  open()
  publish(old)
  expect(await resultOf(await signed(old))).toEqual(['pass'])
  expect(await resultOf(await signed(next))).toEqual(['fail'])
  expect(await resultOf((await signed(old)).replace('hello\r\n\r\n', 'bye\r\n\r\n'))).toEqual(['fail'])
  publish(next)
  expect(await resultOf(await signed(old))).toEqual(['fail'])
  expect(await resultOf(await signed(next))).toEqual(['pass'])
})

test('a check waits for a silent DNS as long as its caller allows', async () => {
  dns.set('bob.dev', 'silence')
  dns.set('_dmarc.bob.dev', 'silence')
  open()
  await check(testMessage, 1)
  const patient = check(testMessage, 50_000).catch(() => 'ended by the end of the test')
  expect(await Promise.race([check(testMessage, 300), patient])).toMatchObject({
    verdict: 'unknown',
    dmarc: { result: 'temperror' },
  })
})

describe('a message that exhausts the checker process', () => {
  test.each(['hang', 'exhaust memory'])(
    'a message that makes the checker %s is refused alone, and the messages beside it are checked',
    async (message) => {
      open({ entry: malicious, timeoutMs: message === 'hang' ? 3000 : 60_000 })
      const outcomes = await Promise.allSettled(['one', message, 'two'].map((said) => check(said)))
      expect(outcomes).toMatchObject([
        { status: 'fulfilled', value: { header: 'one' } },
        { status: 'rejected' },
        { status: 'fulfilled', value: { header: 'two' } },
      ])
      expect(await check('next')).toMatchObject({ header: 'next' })
    },
  )
})

describe('a large message', () => {
  const pieces = 10
  /** @param everyMs how long the checker waits for each piece */
  const checkLarge = (content: string, everyMs: number) => {
    async function* openWhole() {
      for (let count = 0; count < pieces; count += 1) {
        await wait(everyMs)
        yield Buffer.from(content)
      }
    }
    return checker.check({ ...from, content: Buffer.from(content), openWhole }, 60_000)
  }

  test('a large message is refused when its pieces together exceed the time limit', async () => {
    open({ entry: malicious, timeoutMs: 500 })
    await expect(checkLarge('slow', 0)).rejects.toThrow('could not be checked')
    expect(await check('next')).toMatchObject({ header: 'next' })
  })

  test('time spent waiting for the pieces of a large message does not count against its limit', async () => {
    open({ entry: malicious, timeoutMs: 3000 })
    expect(await checkLarge('slow to come', 310)).toMatchObject({ header: 'slow to come' })
  })
})
