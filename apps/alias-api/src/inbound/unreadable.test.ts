import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticityChecker } from '../authenticity/authenticity-checker.ts'
import { checkAuthenticity } from '../authenticity/check-authenticity.ts'
import { CheckerLostError } from '../authenticity/authenticity.ts'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { headOf } from '../parsing/head-of.ts'
import { createMessageLister } from './list-message.ts'
import { createMessageParser } from '../parsing/message-parser.ts'
import { openMailbox } from '../smtp/test-mailbox.ts'
import { author, bombs, hello, nestedParts } from '../smtp/test-messages.ts'
import { readerInProcess } from '../parsing/test-reader.ts'

let service: TestApp
let mail: TestMail
let box: Awaited<ReturnType<typeof openMailbox>>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  mail = await startTestMail(service)
  box = await openMailbox(service)
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

const refuseAll = () => Promise.reject(new Error('too much'))
const readHeadAlone = (content: Buffer) =>
  content.includes('.dots') ? refuseAll() : readerInProcess.parse(content)

/** The CPU seconds of this thread alone: other threads collect the garbage of earlier tests. */
const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e6
}
/** Parses a message in this process, as the parser processes do. */
const readHere = async (content: Buffer): Promise<void> => {
  async function* openWhole() {
    for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536)
  }
  const from = { content: headOf(content), openWhole, mailFrom: '', clientIp: '127.0.0.1', clientName: 'x' }
  await Promise.allSettled([
    readerInProcess.parseLarge(openWhole, refuseAll),
    checkAuthenticity(from, service.services.dns, 700),
  ])
}

describe('a message that cannot be parsed', () => {
  test('a message with too many levels of parts is stored, listed with the text above them, and published', async () => {
    await mail.startInboundWorker()
    const { address, id } = await addAddress(service, 'ada')
    await box.request('POST', '/webhooks', { url: 'https://example.com/', events: ['email.received'] })
    await mail.deliver(address, nestedParts())
    const [email] = await box.listed()
    expect(email).toMatchObject({
      addressId: id,
      from: 'bob@example.net',
      subject: 'deep',
      bodyText: expect.stringContaining('level 99\n'),
      bodyHtml: '',
    })
    expect(await box.read(email!.id)).toMatchObject({ truncated: true })
    expect((await box.download(`${email!.id}/raw`)).toString()).toBe(nestedParts())
    expect(await box.count('deliveries')).toBe(1)
  })

  test("a message that cannot be parsed is listed with its header's fields", async () => {
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    const reader = { ...readerInProcess, parse: readHeadAlone, check: mail.checker.check }
    await createMessageLister(mail.services, reader)(await box.findMessage(), () => {})
    const [email] = await box.listed()
    expect(await box.read(email!.id)).toMatchObject({
      from: 'Bob@example.net',
      subject: 'Gr\u00fc\u00dfe',
      bodyText: '',
      truncated: true,
    })
  })

  test.each([
    ['forged where its check fails', new Error('no message'), 'forged'],
    ['unknown where a retry may succeed', new CheckerLostError('killed'), 'unknown'],
  ])('a message whose author cannot be checked is listed, as %s', async (_what, error, verdict) => {
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    const reader = { ...readerInProcess, check: () => Promise.reject(error) }
    await createMessageLister(mail.services, reader)(await box.findMessage(), () => {})
    const [email] = await box.listed()
    const found = await box.read(email!.id)
    expect(found).not.toHaveProperty('truncated')
    expect(found).toMatchObject({
      bodyText: 'Sch\u00f6nen Tag!\n.dots\n',
      authentication: { verdict },
    })
  })

  test('a message whose header cannot be parsed is listed with its envelope', async () => {
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    const id = await box.findMessage()
    const refuse = { parse: refuseAll, parseLarge: refuseAll, check: mail.checker.check }
    await createMessageLister(mail.services, refuse)(id, () => {})
    const [email] = await box.listed()
    expect(await box.read(email!.id)).toMatchObject({
      from: 'bob@example.net',
      fromName: '',
      subject: '',
      bodyText: '',
      truncated: true,
    })
  })

  test('a bomb is listed, and costs this process less CPU than parsing it here would', async () => {
    // Time enough on a busy machine: what takes too long is another test's.
    const limits = { timeoutMs: 30_000, memoryMiB: 256 }
    const parser = createMessageParser({ processes: 2, ...limits })
    const checker = createAuthenticityChecker(service.services.dns, limits)
    const { address } = await addAddress(service, 'ada')
    // This process also sends the messages, which is not measured.
    for (const bomb of bombs) await mail.deliver(address, bomb)
    // Starting two processes is not measured either.
    const harmless = { content: Buffer.from(hello), mailFrom: '', clientIp: '127.0.0.1', clientName: 'x' }
    await Promise.all([parser.parse(harmless.content), checker.check(harmless, 0)])
    // Nor is polling for the emails, which takes longer on a busy machine.
    const allRead = Promise.withResolvers<void>()
    let unread = bombs.length
    const parseLarge: typeof parser.parseLarge = (...message) =>
      parser.parseLarge(...message).finally(() => {
        unread -= 1
        if (unread === 0) allRead.resolve()
      })
    const before = process.threadCpuUsage()
    await mail.startInboundWorker({ ...parser, parseLarge, check: checker.check })
    await allRead.promise
    const cost = cpuSince(before)
    await waitFor('the emails', async () => (await box.count('emails')) === bombs.length)
    const emails = await box.listed(bombs.length)
    await Promise.all([parser.close(), checker.close()])
    expect(emails.map(({ subject }) => subject)).toEqual(bombs.map(() => 'bomb'))
    // Compared with parsing them in this process, on the same machine at the same load.
    const beforeReading = process.threadCpuUsage()
    for (const bomb of bombs) await readHere(bomb)
    expect(cost).toBeLessThan(0.6 * cpuSince(beforeReading))
    for (const [index, { id }] of emails.toReversed().entries())
      expect((await box.download(`${id}/raw`)).equals(bombs[index]!)).toBe(true)
  })

  test.each([
    ['an author without an address', 'From: \r\n\r\n'],
    ['NUL and broken characters', 'From: a\r\nSubject: a\0b =?utf-8?q?=ED=A0=80?=\r\n\r\n\0\r\n'],
    ['an endless header', `${author}Subject: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['an unknown character set', `${author}Content-Type: text/plain; charset=martian\r\n\r\nhello\r\n`],
  ])('a message with %s is listed', async (_what, content) => {
    await mail.startInboundWorker()
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, content)
    expect(await box.listed()).toHaveLength(1)
  })
})
