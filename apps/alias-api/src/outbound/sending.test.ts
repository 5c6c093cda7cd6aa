import { sql } from 'drizzle-orm'
import { createLogger } from '@waypost/http'
import { newId, systemClock, type Clock } from '@waypost/postgres'
import { startMailSink, waitFor, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAliasApp } from '../app.ts'
import type { EmailDetail } from '../emails/email.ts'
import { addAddress } from '../emails/test-emails.ts'
import { parseMessage } from '../smtp/parse-message.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestMail, type TestMail } from '../test-mail.ts'
import { carryBySmarthost } from './carry-by-smarthost.ts'
import { createSender } from './send-departure.ts'

type Address = Awaited<ReturnType<typeof addAddress>>

let service: TestApp
let mail: TestMail
let sink: MailSink
let key: { authorization: string }
let address: Address
let time: number | undefined

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time ?? Date.now() })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = undefined
  mail = await startTestMail(service)
  sink = await startMailSink()
  key = await service.key('ada')
  address = await addAddress(service, 'ada')
})
afterEach(async () => {
  await mail.close()
  await sink.close()
  await service.empty()
})

const letter = () => ({
  fromAddressId: address.id,
  to: 'bob@example.net',
  subject: 'hello',
  body: 'hello Bob',
})
const send = (payload: object = letter(), headers: Record<string, string> = key) =>
  service.app.inject({ method: 'POST', url: '/api/v1/emails', headers, payload })
const sendOne = async () => (await send()).json<{ data: { id: string } }>().data.id
const read = async (id: string, headers = key) =>
  (await service.app.inject({ url: `/api/v1/emails/${id}`, headers })).json<{ data: EmailDetail }>().data
const becomes = (id: string, status: string, headers = key) =>
  waitFor(`the email to be ${status}`, async () => {
    const email = await read(id, headers)
    return email.status === status && email
  })
const rows = async <Row extends Record<string, unknown>>(query: string) =>
  (await service.database.connectAsOwner().db.execute<Row>(sql.raw(query))).rows
const count = async (table: string) =>
  Number((await rows<{ count: string }>(`select count(*) from alias.${table}`))[0]!.count)
const textOf = (length: number) => 'x'.repeat(length)
const attempt = async () => {
  const [departure] = await rows<{ id: string }>('select id from alias.departures')
  const { carry, close } = carryBySmarthost(sink.url, { hostname: 'mx.waypost.test', connections: 1 })
  try {
    return await createSender({ ...mail.services, signer: mail.signer }, carry)(departure!.id)
  } finally {
    close()
  }
}
const nextAttemptAt = async () => {
  const [job] = await rows<{ at: string }>(`
    select start_after as at from alias_jobs.job where name = 'departures' order by created_on desc, start_after desc limit 1`)
  return new Date(job!.at).getTime()
}
const outbox = async (query = '') =>
  (await service.app.inject({ url: `/dev/outbox${query}` })).json<{
    data: { subject: string; raw: string }[]
  }>().data

describe('POST /api/v1/emails', () => {
  test('says that the email is queued, which it is then', async () => {
    const response = await send({ ...letter(), bodyHtml: '<p>hello Bob</p>' })
    expect(response.statusCode).toBe(202)
    const { data, message } = response.json<{ data: { id: string }; message: string }>()
    expect([Object.keys(data), message]).toEqual([['id'], 'Email queued'])
    expect(await read(data.id)).toEqual({
      id: data.id,
      addressId: address.id,
      type: 'sent',
      status: 'queued',
      from: address.address,
      fromName: '',
      to: 'bob@example.net',
      subject: 'hello',
      bodyText: 'hello Bob',
      bodyHtml: '<p>hello Bob</p>',
      isRead: true,
      isStarred: false,
      receivedAt: expect.stringMatching(/Z$/),
      attachments: [],
    })
  })

  test('takes what is as long as it may be, and nothing longer', async () => {
    const longest = { ...letter(), subject: textOf(200), body: textOf(50_000) }
    expect((await send(longest)).statusCode).toBe(202)
    expect((await send({ ...longest, subject: textOf(201) })).statusCode).toBe(400)
    expect((await send({ ...longest, body: textOf(50_001) })).statusCode).toBe(400)
  })

  test.each([
    ['no recipient', { to: undefined }],
    ['no subject', { subject: undefined }],
    ['no body', { body: undefined }],
    ['a second header', { subject: 'a\r\nBcc: all@example.net' }],
    ['a recipient that is none', { to: 'bob' }],
    ['two recipients', { to: 'bob@example.net, eve@example.net' }],
    ['a second command', { to: 'bob@example.net>\r\nRCPT TO:<eve@example.net' }],
    ['an alias that is no id', { fromAddressId: 'x' }],
    ['something else', { cc: 'eve@example.net' }],
  ])('refuses %s', async (_what, change) => {
    const response = await send({ ...letter(), ...change })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: expect.stringMatching(/./) })
    expect(await count('departures')).toBe(0)
  })

  test('takes an international domain, and no text from the machine’s files', async () => {
    await mail.workDepartures(sink.url)
    const body = '{"path":"/etc/hostname"}'
    const response = await send({ ...letter(), to: 'bob@b\u00fccher.example', body })
    expect((await read(response.json<{ data: { id: string } }>().data.id)).to).toBe(
      'bob@xn--bcher-kva.example',
    )
    const [sunk] = await sink.waitForMails(1)
    expect((await parseMessage(sunk!.content)).text.trim()).toBe(body)
  })

  test('knows no alias of anybody else or of the other mode', async () => {
    const strangers = [await service.key('bob'), await service.key('ada', { mode: 'test' })]
    for (const headers of strangers) {
      const response = await send(letter(), headers)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Alias not found' })
    }
    expect((await send({ ...letter(), fromAddressId: newId() })).statusCode).toBe(404)
  })

  test('sends nothing from an alias that could not be answered', async () => {
    time = address.expiresAt.getTime()
    const response = await send()
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ error: 'Alias is not active' })
  })

  test('needs a key with its scope', async () => {
    expect((await send(letter(), {})).statusCode).toBe(401)
    const headers = await service.key('ada', { scopes: ['emails:read'] })
    expect((await send(letter(), headers)).json()).toEqual({
      error: 'Insufficient permissions. Required scopes: emails:write',
    })
  })

  test('sends once for one Idempotency-Key', async () => {
    const headers = { ...key, 'idempotency-key': 'one' }
    const [first, second] = [await send(letter(), headers), await send(letter(), headers)]
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await count('departures')).toBe(1)
  })
})

describe('an email that leaves', () => {
  test('goes to the smarthost byte for byte as it can be read, and is sent', async () => {
    await mail.workDepartures(sink.url)
    const { id } = (await send({ ...letter(), subject: 'Gr\u00fc\u00dfe', bodyHtml: '<p>hello</p>' })).json<{
      data: { id: string }
    }>().data
    await becomes(id, 'sent')
    const [sunk] = await sink.waitForMails(1)
    expect(sunk).toMatchObject({
      from: expect.stringMatching(/^bounces\+[a-z2-7]{20}@waypost\.test$/),
      to: ['bob@example.net'],
    })
    const raw = await service.app.inject({ url: `/api/v1/emails/${id}/raw`, headers: key })
    expect(raw.rawPayload.equals(sunk!.content)).toBe(true)
    const text = sunk!.content.toString()
    expect(text).toContain(`Message-ID: <${id}@waypost.test>\r\n`)
    expect(text).toMatch(/^Date: .+\r\n/m)
    expect(await parseMessage(sunk!.content)).toMatchObject({
      from: address.address,
      subject: 'Gr\u00fc\u00dfe',
      html: '<p>hello</p>\n',
    })
    expect(await count('departures')).toBe(0)
  })

  test.each(['recipient', 'content'] as const)('bounces where its %s is refused for good', async (at) => {
    sink.refuse({ at, code: 550, message: '5.1.1 No such user' })
    await mail.workDepartures(sink.url)
    const email = await becomes(await sendOne(), 'bounced')
    expect(email.statusReason).toContain('550 5.1.1 No such user')
    expect([await count('departures'), await count('messages')]).toEqual([0, 1])
  })

  test('goes with its alias when that is deleted first', async () => {
    await sendOne()
    await service.app.inject({ method: 'DELETE', url: `/api/v1/addresses/${address.id}`, headers: key })
    await mail.workDepartures(sink.url)
    await waitFor('the departure to go', async () => (await count('departures')) === 0)
    expect(sink.mails).toEqual([])
  })
})

describe('what is temporary', () => {
  test.each([
    ['a connection', { at: 'connect', code: 421 }],
    ['a connection for good', { at: 'connect', code: 554 }],
    ['a recipient', { at: 'recipient', code: 451 }],
    ['content', { at: 'content', code: 452 }],
  ] as const)('is %s that is refused', async (_what, refusal) => {
    const id = await sendOne()
    sink.refuse({ ...refusal })
    expect(await attempt()).toMatchObject({ status: 'deferred' })
    expect(await read(id)).toMatchObject({ status: 'queued' })
    sink.refuse(undefined)
    expect(await attempt()).toEqual({ status: 'sent' })
    expect(await read(id)).toMatchObject({ status: 'sent' })
  })

  test('is tried again after growing pauses for a day, and has failed then', async () => {
    const startedAt = Date.now()
    time = startedAt
    const id = await sendOne()
    sink.refuse({ at: 'recipient', code: 450, message: '4.2.1 Later' })
    const pausesMinutes: number[] = []
    while ((await attempt())?.status === 'deferred') {
      const at = await nextAttemptAt()
      pausesMinutes.push((at - time) / 60_000)
      time = at
    }
    expect(pausesMinutes).toEqual([1, 5, 15, 30, 60, 120, 240, 240, 240, 240, 240, 9])
    expect(time - startedAt).toBe(24 * 3_600_000)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining('4.2.1 Later'),
    })
    expect(await count('departures')).toBe(0)
  })

  test('is a smarthost that is not there', async () => {
    await sendOne()
    await sink.close()
    expect(await attempt()).toMatchObject({ status: 'deferred' })
    sink = await startMailSink()
  })

  test('is written down once, when two have made the same attempt', async () => {
    const id = await sendOne()
    sink.refuse({ at: 'recipient', code: 450 })
    await Promise.all([attempt(), attempt()])
    expect(await rows('select attempts from alias.departures')).toEqual([{ attempts: 1 }])
    expect(await read(id)).toMatchObject({ status: 'queued' })
  })
})

describe('in test mode', () => {
  test('an email is sent as far as anybody can see, and nothing leaves', async () => {
    await mail.workDepartures(sink.url)
    const headers = await service.key('ada', { mode: 'test' })
    const own = await addAddress(service, 'ada', { mode: 'test' })
    const { data } = (await send({ ...letter(), fromAddressId: own.id }, headers)).json<{
      data: { id: string }
    }>()
    await becomes(data.id, 'sent', headers)
    const live = await sendOne()
    await becomes(live, 'sent')
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]!.content.toString()).toContain(address.address)
  })
})

describe('GET /dev/outbox', () => {
  test('shows what would have left where there is no mail server, the newest first', async () => {
    await mail.workDepartures()
    const first = await sendOne()
    await becomes(first, 'sent')
    await becomes(
      (await send({ ...letter(), to: 'eve@example.net', subject: 'second' })).json<{ data: { id: string } }>()
        .data.id,
      'sent',
    )
    const letters = await outbox()
    expect(letters).toMatchObject([
      { to: 'eve@example.net', subject: 'second' },
      {
        from: address.address,
        to: 'bob@example.net',
        subject: 'hello',
        bodyText: 'hello Bob\n',
        bodyHtml: '',
      },
    ])
    expect(letters[1]!.raw).toContain(`Message-ID: <${first}@waypost.test>`)
    expect(await outbox('?to=bob@example.net')).toHaveLength(1)
    expect(await outbox('?limit=1')).toHaveLength(1)
  })

  test('is not there in production', async () => {
    const app = createAliasApp({
      services: service.services,
      jwt: service.issuer,
      adminToken: undefined,
      logger: createLogger('test', 'silent'),
      trustProxy: false,
      corsOrigins: [],
    })
    expect((await app.inject({ url: '/dev/outbox' })).statusCode).toBe(404)
    await app.close()
  })
})
