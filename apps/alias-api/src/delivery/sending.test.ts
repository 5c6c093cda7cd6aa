import { createLogger } from '@waypost/http'
import { startMailSink, waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { createAliasApp } from '../app.ts'
import { addAddress } from '../emails/test-emails.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { createSmarthostTransport } from './smarthost-transport.ts'
import { createSender } from './send-outbound.ts'
import { openSendingBed } from './test-sending.ts'

const { bed, newEmail, send, read, rows, count } = openSendingBed()
const sendOne = async () => (await send()).json<{ data: { id: string } }>().data.id
const becomes = (id: string, status: string, headers = bed.key) =>
  waitFor(`the email to be ${status}`, async () => {
    const email = await read(id, headers)
    return email.status === status && email
  })
const attempt = async () => {
  const [outbound] = await rows<{ id: string }>('select id from alias.outbound_messages')
  const { transport, close } = createSmarthostTransport(bed.sink.url, {
    hostname: 'mx.waypost.test',
    connections: 1,
  })
  try {
    const begin = createSender({ ...bed.mail.services, signer: bed.mail.signer }, transport)
    return await (
      await begin({ outboundId: outbound!.id })
    )?.finished
  } finally {
    close()
  }
}
const nextAttemptAt = async () => {
  const [job] = await rows<{ at: string }>(`
    select start_after as at from alias_jobs.job where name = 'outbound-later' order by created_on desc, start_after desc limit 1`)
  return new Date(job!.at).getTime()
}
const outbox = async (query = '') =>
  (await bed.service.app.inject({ url: `/dev/outbox${query}` })).json<{
    data: { subject: string; headers: { name: string; value: string }[]; raw: string }[]
  }>().data

describe('an email that leaves', () => {
  test('an email goes to the smarthost byte for byte as the API shows it, and becomes sent', async () => {
    await bed.mail.startSendWorker(bed.sink.url)
    const { id } = (
      await send({ ...newEmail(), subject: 'Gr\u00fc\u00dfe', bodyHtml: '<p>hello</p>' })
    ).json<{
      data: { id: string }
    }>().data
    await becomes(id, 'sent')
    const [sunk] = await bed.sink.waitForMails(1)
    expect(sunk).toMatchObject({
      from: expect.stringMatching(/^bounces\+[a-z2-7]{20}@waypost\.test$/),
      to: ['bob@example.net'],
    })
    const raw = await bed.service.app.inject({ url: `/api/v1/emails/${id}/raw`, headers: bed.key })
    expect(raw.rawPayload.equals(sunk!.content)).toBe(true)
    const text = sunk!.content.toString()
    expect(text).toContain(`Message-ID: <${id}@waypost.test>\r\n`)
    expect(text).toMatch(/^Date: .+\r\n/m)
    expect(await parseMessage(sunk!.content)).toMatchObject({
      from: bed.address.address,
      subject: 'Gr\u00fc\u00dfe',
      html: '<p>hello</p>\n',
    })
    expect(await count('outbound_messages')).toBe(0)
  })

  test.each(['recipient', 'content'] as const)(
    'an email bounces where its %s is permanently refused',
    async (at) => {
      bed.sink.refuse({ at, code: 550, message: '5.1.1 No such user' })
      await bed.mail.startSendWorker(bed.sink.url)
      const email = await becomes(await sendOne(), 'bounced')
      expect(email.statusReason).toContain('550 5.1.1 No such user')
      expect([await count('outbound_messages'), await count('messages')]).toEqual([0, 1])
    },
  )

  test('an email is not sent when its alias is deleted first', async () => {
    await sendOne()
    await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/addresses/${bed.address.id}`,
      headers: bed.key,
    })
    await bed.mail.startSendWorker(bed.sink.url)
    await waitFor('the outbound message to go', async () => (await count('outbound_messages')) === 0)
    expect(bed.sink.mails).toEqual([])
  })
})

describe('a temporary failure', () => {
  test.each([
    ['a connection', { at: 'connect', code: 421 }],
    ['a connection, permanently', { at: 'connect', code: 554 }],
    ['a recipient', { at: 'recipient', code: 451 }],
    ['content', { at: 'content', code: 452 }],
  ] as const)('a refusal of %s defers an email', async (_what, refusal) => {
    const id = await sendOne()
    bed.sink.refuse({ ...refusal })
    expect(await attempt()).toMatchObject({ status: 'deferred' })
    expect(await read(id)).toMatchObject({ status: 'queued' })
    bed.sink.refuse(undefined)
    expect(await attempt()).toEqual({ status: 'sent' })
    expect(await read(id)).toMatchObject({ status: 'sent' })
  })

  test('a deferred email is retried with growing pauses for a day, and then fails', async () => {
    const startedAt = Date.now()
    bed.time = startedAt
    const id = await sendOne()
    bed.sink.refuse({ at: 'recipient', code: 450, message: '4.2.1 Later' })
    const pausesMinutes: number[] = []
    while ((await attempt())?.status === 'deferred') {
      const at = await nextAttemptAt()
      pausesMinutes.push((at - bed.time) / 60_000)
      bed.time = at
    }
    expect(pausesMinutes).toEqual([1, 5, 15, 30, 60, 120, 240, 240, 240, 240, 240, 9])
    expect(bed.time - startedAt).toBe(24 * 3_600_000)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      statusReason: expect.stringContaining('4.2.1 Later'),
    })
    expect(await count('outbound_messages')).toBe(0)
  })

  test('an unreachable smarthost defers an email', async () => {
    await sendOne()
    await bed.sink.close()
    expect(await attempt()).toMatchObject({ status: 'deferred' })
    bed.sink = await startMailSink()
  })

  test('an attempt that two processes have made is recorded once', async () => {
    const id = await sendOne()
    bed.sink.refuse({ at: 'recipient', code: 450 })
    await Promise.all([attempt(), attempt()])
    expect(await rows('select attempts from alias.outbound_messages')).toEqual([{ attempts: 1 }])
    expect(await read(id)).toMatchObject({ status: 'queued' })
  })
})

describe('in test mode', () => {
  test('an email in test mode becomes sent, and nothing leaves', async () => {
    await bed.mail.startSendWorker(bed.sink.url)
    const headers = await bed.service.key('ada', { mode: 'test' })
    const own = await addAddress(bed.service, 'ada', { mode: 'test' })
    const { data } = (await send({ ...newEmail(), fromAddressId: own.id }, headers)).json<{
      data: { id: string }
    }>()
    await becomes(data.id, 'sent', headers)
    const live = await sendOne()
    await becomes(live, 'sent')
    expect(bed.sink.mails).toHaveLength(1)
    expect(bed.sink.mails[0]!.content.toString()).toContain(bed.address.address)
  })
})

describe('GET /dev/outbox', () => {
  test('shows messages that were not sent for lack of a mail server, newest first', async () => {
    await bed.mail.startSendWorker()
    const first = await sendOne()
    await becomes(first, 'sent')
    await becomes(
      (await send({ ...newEmail(), to: 'eve@example.net', subject: 'second' })).json<{
        data: { id: string }
      }>().data.id,
      'sent',
    )
    const caught = await outbox()
    expect(caught).toMatchObject([
      { to: 'eve@example.net', subject: 'second' },
      {
        from: bed.address.address,
        to: 'bob@example.net',
        subject: 'hello',
        bodyText: 'hello Bob\n',
        bodyHtml: '',
      },
    ])
    expect(caught[1]!.headers).toEqual(
      expect.arrayContaining([
        { name: 'From', value: bed.address.address },
        { name: 'To', value: 'bob@example.net' },
        { name: 'Message-ID', value: `<${first}@waypost.test>` },
      ]),
    )
    expect(caught[1]!.raw).toContain(`Message-ID: <${first}@waypost.test>`)
    expect(await outbox('?to=bob@example.net')).toHaveLength(1)
    expect(await outbox('?limit=1')).toHaveLength(1)
  })

  test('the development outbox does not exist in production', async () => {
    const app = createAliasApp({
      services: bed.service.services,
      jwt: bed.service.issuer,
      adminToken: undefined,
      logger: createLogger('test', 'silent'),
      trustProxy: false,
      corsOrigins: [],
    })
    expect((await app.inject({ url: '/dev/outbox' })).statusCode).toBe(404)
    await app.close()
  })
})
