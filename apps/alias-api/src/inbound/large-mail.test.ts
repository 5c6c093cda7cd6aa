import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { startDnsServer, startMailSink, waitFor, type DnsServer, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageError, type Storage } from '@waypost/storage'
import { inPiecesOf, startTestObjectStore, type TestObjectStore } from '@waypost/storage/testing'
import { createAuthenticityChecker } from '../authenticity/authenticity-checker.ts'
import type { EmailDetail, ListedEmail } from '../emails/email.ts'
import { addAddress } from '../emails/test-emails.ts'
import { hashBody } from '../signing/hash-body.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { splitMessage } from '../signing/split-message.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { createMessageLister } from './list-message.ts'
import { createMessageParser } from '../parsing/message-parser.ts'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { readerInProcess } from '../parsing/test-reader.ts'

let objects: TestObjectStore
let service: TestApp
let mail: TestMail
let dns: DnsServer
let sink: MailSink

const file = randomBytes(1_000_000)
const small = randomBytes(1000)
const attachmentOf = (name: string, content: Buffer) => [
  '--b',
  `Content-Type: application/octet-stream; name=${name}`,
  'Content-Transfer-Encoding: base64',
  '',
  content.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
]
const testMessage = Buffer.from(
  [
    'From: bob@example.net',
    'Subject: files',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...attachmentOf('large', file),
    ...attachmentOf('small', small),
    '--b--',
    '',
  ].join('\r\n'),
)

const get = async (url: string) => service.app.inject({ url, headers: await service.person('ada') })
const listed = () =>
  waitFor('an email', async () => {
    const { data } = (await get('/api/v1/emails')).json<{ data: ListedEmail[] }>()
    return data[0]
    // Two parser processes start first.
  })
const count = async (table: string) => {
  const owner = service.database.connectAsOwner().db
  const { rows } = await owner.execute<{ count: string }>(
    sql`select count(*) from ${sql.raw(`alias.${table}`)}`,
  )
  return Number(rows[0]!.count)
}
const forwardTo = (email: string, addressId: string) =>
  service.database.connectAsOwner().db.execute(sql`
    with destination as (
      insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
      values (uuidv7(), 'live:ada', ${email}, now(), now()) returning id
    )
    insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, is_active, created_at, updated_at)
    select ${addressId}, uuidv7(), 'live:ada', id, true, now(), now() from destination
  `)

const lost = () => Promise.reject(new StorageError('lost'))

describe.each(['Postgres', 'an object store'])('a message too large for a row, stored in %s,', (kind) => {
  const isObject = kind !== 'Postgres'
  beforeAll(async () => {
    objects = await startTestObjectStore()
    dns = await startDnsServer()
    dns.set('example.net', {})
    service = await startTestApp({ dnsServer: dns.address, ...(isObject && { objects }) })
    mail = await startTestMail(service)
    sink = await startMailSink()
  })
  afterAll(async () => {
    await mail.close()
    await Promise.all([service.close(), objects.close(), dns.close(), sink.close()])
  })
  afterEach(() => service.empty())

  test('is stored byte for byte, and so are its attachments and its forward', async () => {
    const parser = createMessageParser({ processes: 1, timeoutMs: 60_000, memoryMiB: 64 })
    const checker = createAuthenticityChecker(service.services.dns, { timeoutMs: 60_000, memoryMiB: 64 })
    await mail.startInboundWorker({ ...parser, check: checker.check })
    await mail.startForwardWorker()
    await mail.startSendWorker(sink.url)
    const address = await addAddress(service, 'ada')
    await forwardTo('ada@example.org', address.id)
    await mail.deliver(address.address, testMessage)
    const { id } = await listed()
    const raw = await get(`/api/v1/emails/${id}/raw`)
    expect(raw.rawPayload.equals(testMessage)).toBe(true)
    expect(raw.headers['content-length']).toBe(String(testMessage.length))

    const { data } = (await get(`/api/v1/emails/${id}`)).json<{ data: EmailDetail }>()
    expect(data.attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['large', file.length],
      ['small', small.length],
    ])
    const files = await Promise.all(
      data.attachments.map((each) => get(`/api/v1/emails/${id}/attachments/${each.id}`)),
    )
    expect(files.map(({ rawPayload }, at) => rawPayload.equals([file, small][at]!))).toEqual([true, true])

    const [forwarded] = await sink.waitForMails(1)
    expect(forwarded!.content.subarray(-testMessage.length).equals(testMessage)).toBe(true)
    const owner = service.database.connectAsOwner().db
    const { rows } = await owner.execute(sql`select distinct body_hash from alias.messages`)
    expect(rows).toEqual([{ body_hash: hashBody(splitMessage(testMessage).body) }])
    // The forward shares the blob of the received message.
    expect(await count('blobs')).toBe(2)
    expect(await objects.list()).toHaveLength(isObject ? 2 : 0)
    await Promise.all([parser.close(), checker.close()])
  })

  test('leaves no blob behind where it is refused at its end', async () => {
    const { address } = await addAddress(service, 'ada')
    const before = (await objects.list()).length
    const dialogue = await openDialogue(mail.smtpPort)
    for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
      await dialogue.send(line)
    expect(await dialogue.send(`${testMessage.toString()}a bare newline\n\r\n.`)).toMatch(/^554 /)
    dialogue.end()
    expect([await count('messages'), await count('blobs'), await count('blob_pieces')]).toEqual([0, 0, 0])
    expect(await objects.list()).toHaveLength(before)
  })

  test('waits to be listed and downloaded while the store is not available', async () => {
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, testMessage)
    const owner = service.database.connectAsOwner().db
    const { rows } = await owner.execute<{ id: string }>(sql`select id from alias.messages`)
    const list = (storage: Storage) =>
      createMessageLister({ ...mail.services, storage }, { ...readerInProcess, ...mail.checker })(
        rows[0]!.id,
        () => {},
      )
    await expect(list({ ...mail.services.storage, open: lost })).rejects.toThrow(StorageError)
    await expect(list({ ...mail.services.storage, put: lost })).rejects.toThrow(StorageError)
    expect(await count('emails')).toBe(0)
    await list(mail.services.storage)
    const { id, subject } = await listed()
    expect(subject).toBe('files')
    vi.spyOn(service.services.storage, 'open').mockImplementationOnce(lost)
    expect((await get(`/api/v1/emails/${id}/raw`)).statusCode).toBe(503)
    expect((await get(`/api/v1/emails/${id}/raw`)).statusCode).toBe(200)
  })
})

test('a body has one hash, whatever its chunks and wherever it is stored', async () => {
  const body = ' a \r\n\tb\t c\r\n\r\n \r\nd\r\n\r\n\r\n'
  const hash = createHash('sha256').update(' a\r\n b c\r\n\r\n\r\nd\r\n').digest('base64')
  const whole = Buffer.from(`From: bob@example.net\r\n\r\n${body}`)
  for (let first = whole.length - body.length; first < whole.length; first += 1) {
    for (const bytes of [1, 2, 3]) {
      const open = async () => inPiecesOf(whole.subarray(first), bytes)
      const message = { content: whole.subarray(0, first), restId: 'rest', bodyHash: null }
      expect(await hashBodyOf({ open }, message)).toBe(hash)
    }
  }
  const inRow = { content: whole, restId: null }
  expect(await hashBodyOf({ open: lost }, { ...inRow, bodyHash: null })).toBe(hash)
  expect(await hashBodyOf({ open: lost }, { ...inRow, bodyHash: 'stored' })).toBe('stored')
})

test('the first two million characters of a text without end are listed', async () => {
  const content = Buffer.from(`From: bob@example.net\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(33_000)}`)
  const { text } = await readerInProcess.parse(content)
  expect(text).toHaveLength(2 * 1024 * 1024)
})
