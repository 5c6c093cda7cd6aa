import { createLogger } from '@waypost/http'
import { systemClock, type Clock } from '@waypost/postgres'
import { startMailSink, waitFor, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAliasApp } from '../app.ts'
import { addAddress } from '../emails/test-emails.ts'
import { parseMessage } from '../smtp/parse-message.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestMail, type TestMail } from '../test-mail.ts'
import { carryBySmarthost } from './carry-by-smarthost.ts'
import { createSender } from './send-departure.ts'
import { createSendingClient, type Address } from './test-sending.ts'

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

const { letter, send, read, rows, count } = createSendingClient(() => ({ service, key, address }))
const sendOne = async () => (await send()).json<{ data: { id: string } }>().data.id
const becomes = (id: string, status: string, headers = key) =>
  waitFor(`the email to be ${status}`, async () => {
    const email = await read(id, headers)
    return email.status === status && email
  })
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
