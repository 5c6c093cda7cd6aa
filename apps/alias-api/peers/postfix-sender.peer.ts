import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedEmail } from '../src/emails/email.ts'
import { addAddress } from '../src/emails/test-emails.ts'
import { createSelfSignedCertificate } from '../src/smtp/self-signed-certificate.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import { startTestMail, type TestMail } from '../src/testing/test-mail.ts'
import { startPostfix, type Postfix } from './start-postfix.ts'

let service: TestApp
let mail: TestMail
let postfix: Postfix
let aliases: string[]

beforeAll(async () => {
  service = await startTestApp()
  mail = await startTestMail(service, { tls: createSelfSignedCertificate('mx.waypost.test', Date.now()) })
  await mail.startInboundWorker()
  postfix = await startPostfix({
    relayhost: `[127.0.0.1]:${mail.smtpPort}`,
    smtp_tls_security_level: 'may',
    smtp_tls_loglevel: '1',
    // Makes Postfix log the SMTP conversation.
    debug_peer_list: '127.0.0.1',
    debug_peer_level: '2',
    queue_run_delay: '1s',
    minimal_backoff_time: '1s',
    maximal_backoff_time: '1s',
  })
  const addresses = await Promise.all(Array.from({ length: 3 }, () => addAddress(service, 'ada')))
  aliases = addresses.map(({ address }) => address)
})
afterAll(async () => {
  await postfix.close()
  await mail.close()
  await service.close()
})

/** Submits a message to Postfix, which accepts it before it has delivered it. */
const post = async (raw: string | Buffer, to = aliases.slice(0, 1), from = 'bob@example.net') => {
  const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
  await transport.sendMail({ envelope: { from, to }, raw })
}
const execute = (query: ReturnType<typeof sql>) => service.database.connectAsOwner().db.execute(query)
const get = async (path: string) =>
  service.app.inject({ url: `/api/v1/emails${path}`, headers: await service.person('ada') })
const received = (subject: string, count = 1) =>
  waitFor(
    `${count} of ${subject}`,
    async () => {
      const { data } = (await get('')).json<{ data: ListedEmail[] }>()
      const found = data.filter((email) => email.subject === subject)
      return found.length >= count && found
    },
    60_000,
  )
const rawOf = async ({ id }: ListedEmail) => (await get(`/${id}/raw`)).rawPayload
const logged = (words: RegExp) =>
  waitFor(`Postfix to log ${words}`, async () => words.test(await postfix.log()), 30_000)
const testMessage = (subject: string, body: string) =>
  `From: bob@example.net\r\nSubject: ${subject}\r\n\r\n${body}\r\n`

test('Postfix delivers mail encrypted and with pipelining', async () => {
  await post(testMessage('sealed', 'hello'))
  await received('sealed')
  const log = await postfix.log()
  expect(log).toMatch(/TLS connection established to 127\.0\.0\.1/)
  const conversation = log
    .split('\n')
    .flatMap((line) => /postfix\/smtp\[\d+\]: ([<>]) \S+ (.*)/.exec(line)?.slice(1, 3).join(' ') ?? [])
  const start = conversation.findLastIndex((line) => line.startsWith('> MAIL FROM:'))
  expect(conversation.slice(start, start + 3)).toEqual([
    expect.stringContaining('MAIL FROM:<bob@example.net>'),
    expect.stringContaining('> RCPT TO:'),
    '> DATA',
  ])
})

test('8-bit text from Postfix arrives byte for byte', async () => {
  const fields = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit'
  const content = `MIME-Version: 1.0\r\n${fields}\r\n${testMessage('eight', 'Grüße aus Köln')}`
  await post(content)
  const [email] = await received('eight')
  expect((await rawOf(email!)).toString()).toContain(content)
  expect(email!.bodyText.trim()).toBe('Grüße aus Köln')
})

test('Postfix delivers mail from an author whose address is not ASCII', async () => {
  await post('From: Bøb <bøb@example.net>\r\nSubject: blåbær\r\n\r\nhello\r\n', undefined, 'bøb@example.net')
  const [email] = await received('blåbær')
  expect(email).toMatchObject({ from: 'bøb@example.net', fromName: 'Bøb' })
})

test('Postfix delivers 20 MB, which arrive byte for byte', async () => {
  const content = testMessage('large', `${'x'.repeat(76)}\r\n`.repeat((20 * 1024 * 1024) / 78))
  await post(content)
  const [email] = await received('large')
  const raw = await rawOf(email!)
  expect(raw.subarray(-content.length).equals(Buffer.from(content))).toBe(true)
})

test('Postfix delivers a file of 25 MB, which arrives byte for byte', async () => {
  const encoded = randomBytes(25_000_000).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const header = 'From: bob@example.net\r\nSubject: file\r\nContent-Type: application/octet-stream\r\n'
  const content = `${header}Content-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`
  await post(content)
  const [email] = await received('file')
  expect((await rawOf(email!)).subarray(-content.length).equals(Buffer.from(content))).toBe(true)
}, 120_000)

test('Postfix bounces a message over the limits, and does not try to deliver one over the announced limit', async () => {
  await post(testMessage('more', `${'x'.repeat(76)}\r\n`.repeat((26 * 1024 * 1024) / 78)))
  await logged(/status=bounced \(host .* said: 552 5\.3\.4 The message is too large/)
  await post(testMessage('huge', `${'x'.repeat(76)}\r\n`.repeat((37 * 1024 * 1024) / 78)))
  await logged(/status=bounced \(message size \d+ exceeds size limit 37748736 of server/)
})

test('Postfix delivers one message for several aliases once, and each alias has it', async () => {
  await post(testMessage('all', 'hello'), aliases)
  const emails = await received('all', aliases.length)
  expect(emails.map(({ to }) => to).toSorted()).toEqual(aliases.toSorted())
  const raws = await Promise.all(emails.map(rawOf))
  expect(new Set(raws.map(String)).size).toBe(1)
})

test('an alias that does not exist does not keep mail from one that does', async () => {
  await post(testMessage('some', 'hello'), ['nobody@waypost.test', aliases[1]!])
  expect(await received('some')).toMatchObject([{ to: aliases[1] }])
  await logged(/to=<nobody@waypost\.test>.*status=bounced.*550 5\.1\.1 No such alias/)
})

test('Postfix retries a message that could not be stored, and it arrives once', async () => {
  await execute(sql`alter table alias.inbound_messages rename to elsewhere`)
  await post(testMessage('later', 'hello'))
  const deferred = / ([0-9A-F]+): to=.* status=deferred \(host 127\.0\.0\.1\S* said: 451 4\.3\.0/
  await logged(deferred)
  const [, id] = deferred.exec(await postfix.log())!
  await execute(sql`alter table alias.elsewhere rename to inbound_messages`)
  await logged(new RegExp(` ${id}: removed`))
  expect(await received('later')).toHaveLength(1)
})
