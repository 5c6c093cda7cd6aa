import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { openSendingBed } from '../delivery/test-sending.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { checkStoredBytes } from './check-stored-bytes.ts'

const { bed, newEmail, send, rows, count } = openSendingBed()
const dayMs = 86_400_000
const operator = { authorization: `Bearer ${testAdminToken}` }

const allow = (storedBytes: number) =>
  bed.service.app.inject({
    method: 'PUT',
    url: '/admin/accounts/ada/limits',
    headers: operator,
    payload: { storedBytes, recipientsPerDay: 1000 },
  })
const stored = async () =>
  (await bed.service.app.inject({ url: '/api/v1/account', headers: bed.key })).json<{
    data: { usage: { storedBytes: { used: number; limit: number } } }
  }>().data.usage.storedBytes
/** The size of every message that Ada's emails name, counted anew. */
const truth = async () =>
  Number(
    (
      await rows<{ bytes: string }>(`
      select coalesce(sum(size), 0) as bytes from alias.emails join alias.messages on messages.id = message_id`)
    )[0]!.bytes,
  )
const messageOf = (bytes: number) =>
  `From: bob@example.net\r\nSubject: x\r\n\r\n${'x'.repeat(bytes - 40)}\r\n`
/** Delivers as other mail servers do, which announce the size of a message. */
const deliver = async (bytes = 1000): Promise<{ response: string }> => {
  const raw = messageOf(bytes)
  const transport = createTransport({ host: '127.0.0.1', port: bed.mail.smtpPort, ignoreTLS: true })
  const envelope = { from: 'bob@example.net', to: bed.address.address, size: raw.length }
  return transport.sendMail({ envelope, raw })
}
const receive = async (bytes?: number) => {
  const before = await count('emails')
  await deliver(bytes)
  await expect.poll(() => count('emails')).toBe(before + 1)
}
const answerTo = (bytes?: number) =>
  deliver(bytes).then(
    ({ response }) => response,
    (error: { response: string }) => error.response,
  )
const notices = () => rows(`select rcpt_to from alias.outbound_messages where rcpt_to = 'ada@example.com'`)

describe('stored bytes', () => {
  test('are those of the messages, whatever comes, is sent, moved and deleted', async () => {
    await bed.mail.startInboundWorker()
    await receive(5000)
    await send()
    expect(await stored()).toEqual({ used: await truth(), limit: 1024 ** 3 })
    expect((await stored()).used).toBeGreaterThan(5000)
    const { data } = (await bed.service.app.inject({ url: '/api/v1/emails', headers: bed.key })).json<{
      data: { id: string }[]
    }>()
    const before = await stored()
    await bed.service.app.inject({ method: 'DELETE', url: `/api/v1/emails/${data[0]!.id}`, headers: bed.key })
    // It can still be read.
    expect(await stored()).toEqual(before)
    await rows(`delete from alias.emails where deleted_at is not null`)
    expect((await stored()).used).toBe(await truth())
    await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/addresses/${bed.address.id}`,
      headers: bed.key,
    })
    expect((await stored()).used).toBe(0)
  })

  test('stay exact when much comes and goes at the same moment', async () => {
    await bed.mail.startInboundWorker()
    await Promise.all(Array.from({ length: 12 }, (_, index) => deliver(500 + index)))
    await expect.poll(() => count('emails')).toBe(12)
    const ids = await rows<{ id: string }>('select id from alias.emails order by id limit 6')
    await Promise.all([
      ...ids.map(({ id }) => rows(`delete from alias.emails where id = '${id}'`)),
      ...Array.from({ length: 6 }, () => send()),
      ...Array.from({ length: 6 }, () => deliver(700)),
    ])
    await expect.poll(() => count('emails')).toBe(18)
    expect((await stored()).used).toBe(await truth())
  })

  test('that are wrong are corrected by a sweep, once, by several processes at the same moment', async () => {
    await bed.mail.startInboundWorker()
    await receive()
    await send()
    expect(await checkStoredBytes(bed.mail.services), 'a new account’s').toBe(false)
    await rows(
      `update alias.email_counts set bytes = bytes + 12345, bytes_checked_at = now() - interval '8 days'`,
    )
    await Promise.all(Array.from({ length: 6 }, () => checkStoredBytes(bed.mail.services)))
    expect((await stored()).used).toBe(await truth())
    while (await checkStoredBytes(bed.mail.services));
    expect((await stored()).used).toBe(await truth())
    expect(await checkStoredBytes(bed.mail.services)).toBe(false)
  })
})

describe('mail over the limit', () => {
  test('is deferred for a day and then refused, its owner is told once, and room lets it in again', async () => {
    bed.time = Date.parse('2026-03-02T09:00:00.000Z')
    await rows(`update alias.accounts set email = 'ada@example.com'`)
    await rows(`update alias.addresses set expires_at = '2026-06-01'`)
    await bed.mail.startInboundWorker()
    await allow(3000)
    await receive(2750)
    expect(await answerTo(1000)).toMatch(/^452 4\.2\.2 /)
    await receive(100)
    bed.time += dayMs - 1
    expect(await answerTo(1000)).toMatch(/^452 4\.2\.2 /)
    bed.time += 1
    expect(await answerTo(1000)).toMatch(/^552 5\.2\.2 /)
    expect(await notices()).toHaveLength(1)
    await allow(10_000)
    await receive(1000)
    await allow(3000)
    expect(await answerTo(1000)).toMatch(/^452 4\.2\.2 /)
    expect(await notices()).toHaveLength(2)
  })

  test('is not sent either, and the answer names the limit and what is used', async () => {
    await send()
    const { used } = await stored()
    await allow(used + 10)
    const refused = await send()
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        error: `Storage limit reached: ${used} of ${used + 10} bytes used. It does not reset: delete aliases with their emails to free space.`,
      },
    ])
    expect([await count('outbound_messages'), (await stored()).used]).toEqual([1, used])
  })

  test('of emails sent at the same moment, no more are accepted than there is room for', async () => {
    await send()
    const { used } = await stored()
    await allow(used * 3 + 5)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(newEmail())))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([202, 202, 403, 403, 403, 403, 403, 403])
  })
})
