import { createHash, randomBytes } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseWholeMessage } from '../parsing/parse-whole-message.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { beginRequest } from '../uploads/test-upload.ts'
import { openSendingBed } from './test-sending.ts'

const megabyte = 1_000_000
const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
const file = (content: Buffer, filename = 'a.bin') => ({
  filename,
  contentBase64: content.toString('base64'),
})

describe.each([true, false])('large files of sent emails, stored once: %s,', (storesFilesOnce) => {
  const { bed, newEmail, read, rows, count } = openSendingBed({ storesFilesOnce })
  let base: string
  beforeAll(async () => {
    base = await bed.service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  const send = async (payload: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}/api/v1/emails`, {
      method: 'POST',
      headers: { ...bed.key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    })
    const body = (await response.json()) as { data?: { id: string }; error?: string }
    return { status: response.status, replayed: response.headers.get('idempotency-replayed'), body }
  }
  const download = async (emailId: string, path: string) =>
    (await bed.service.app.inject({ url: `/api/v1/emails/${emailId}/${path}`, headers: bed.key })).rawPayload
  const begin = (bytes: number, headers: Record<string, string> = bed.key) =>
    beginRequest(`${base}/api/v1/emails`, { ...headers, 'content-length': bytes })
  const limit = (limits: object) =>
    bed.service.app.inject({
      method: 'PUT',
      url: '/admin/accounts/ada/limits',
      headers: { authorization: `Bearer ${testAdminToken}` },
      payload: limits,
    })
  /** The rows that hold content: blobs of messages alone, and of files where they are beside them. */
  const blobs = async () => [await count('blobs'), await count('blobs where unused_since is not null')]

  test('leave byte for byte, and are downloaded byte for byte', async () => {
    const [large, second] = [randomBytes(15 * megabyte), randomBytes(2 * megabyte)]
    const attachments = [file(large), file(Buffer.from('small'), 'b.txt'), file(second, 'c.bin')]
    const { status, body } = await send({ ...newEmail(), attachments })
    expect(status).toBe(202)
    const { id } = body.data!
    const listed = (await read(id)).attachments
    expect(listed.map(({ size }) => size)).toEqual([15 * megabyte, 5, 2 * megabyte])
    const downloaded = await Promise.all(listed.map((each) => download(id, `attachments/${each.id}`)))
    const hashes = [hash(large), hash(Buffer.from('small')), hash(second)]
    expect(downloaded.map(hash)).toEqual(hashes)
    await bed.mail.startSendWorker(bed.sink.url)
    const [sunk] = await bed.sink.waitForMails(1)
    const parsed = await parseWholeMessage(sunk!.content)
    expect(parsed.attachments.map(({ content }) => hash(content))).toEqual(hashes)
    const raw = await download(id, 'raw')
    expect(sunk!.content.subarray(-raw.length).equals(raw)).toBe(true)
    // What was only for the request is gone; what is left is in the message, and beside it where it is stored twice.
    await waitFor('files that are not needed', async () => (await blobs())[1] === 0)
    expect((await blobs())[0]).toBe(storesFilesOnce ? 1 : 3)
    const [counted] = await rows<{ bytes: string }>('select sum(bytes) as bytes from alias.email_counts')
    expect(Number(counted!.bytes)).toBe(raw.length)
  })

  test('have room where a received message has, and are refused beyond it with the limit', async () => {
    const most = 25 * 1024 * 1024
    expect((await send({ ...newEmail(), attachments: [file(Buffer.alloc(most - 2000))] })).status).toBe(202)
    expect(await send({ ...newEmail(), attachments: [file(Buffer.alloc(most))] })).toMatchObject({
      status: 413,
      body: { error: 'An email has at most 25 MiB, with its files as they are before base64' },
    })
  })

  test('are refused with the limit where the request is larger than any can be', async () => {
    const attachments = [file(Buffer.alloc(35 * 1024 * 1024))]
    expect((await send({ ...newEmail(), attachments })).status).toBe(413)
  })

  test('leave nothing where the email is refused', async () => {
    const attachments = [file(randomBytes(2 * megabyte))]
    expect((await send({ ...newEmail(), to: 'nobody', attachments })).status).toBe(400)
    expect((await send({ ...newEmail(), fromAddressId: crypto.randomUUID(), attachments })).status).toBe(404)
    await waitFor('files that nobody needs', async () => (await count('blobs')) === 0)
    expect(await count('messages')).toBe(0)
  })

  test('are sent once with an Idempotency-Key', async () => {
    const email = { ...newEmail(), attachments: [file(randomBytes(2 * megabyte))] }
    const headers = { 'idempotency-key': 'one' }
    const first = await send(email, headers)
    // The account has no room for another.
    await limit({ storedBytes: 3 * megabyte })
    expect(await send(email, headers)).toEqual({ ...first, replayed: 'true' })
    const other = { ...email, attachments: [file(randomBytes(2 * megabyte))] }
    expect((await send(other, headers)).status).toBe(409)
    expect(await count('emails')).toBe(1)
    await waitFor('files that nobody needs', async () => (await blobs())[1] === 0)
  })

  test.each([
    ['without a key', 401, async () => ({})],
    ['with a key that may not', 403, () => bed.service.key('ada', { scopes: ['emails:read'] })],
    [
      'of a plan without the API',
      403,
      async () => {
        await bed.service.plan('ada', 'pro')
        return bed.key
      },
    ],
    [
      'of an account that is suspended',
      403,
      async () => {
        await bed.service.database
          .connectAsOwner()
          .db.execute(sql`update alias.accounts set suspended_at = now(), suspended_reason = 'spam'`)
        return bed.key
      },
    ],
    [
      'of an account that is not confirmed',
      403,
      async () => {
        await bed.service.database
          .connectAsOwner()
          .db.execute(sql`update alias.accounts set email_verified = false`)
        return bed.key
      },
    ],
    [
      'that its account has no room for',
      403,
      async () => {
        await limit({ storedBytes: megabyte })
        return bed.key
      },
    ],
    [
      'over the recipients of a day',
      429,
      async () => {
        await limit({ recipientsPerDay: 0 })
        return bed.key
      },
    ],
    ['larger than any', 413, async () => bed.key],
  ])('are not read from a request %s', async (what, status, prepare) => {
    const headers = await prepare()
    const request = begin((what === 'larger than any' ? 50 : 20) * megabyte, { ...headers })
    const answer = await request.answer
    expect([answer.status, answer.body]).toEqual([status, { error: expect.stringMatching(/./) }])
    request.leave()
  })
})
