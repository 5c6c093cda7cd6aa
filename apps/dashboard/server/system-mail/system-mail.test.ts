import { sql } from 'drizzle-orm'
import { startMailSink, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import { createSmarthostTransport } from './create-smarthost-transport.ts'
import { sendDueEmails, type Transport } from './send-due-emails.ts'

let sink: MailSink
let dashboard: TestDashboard
let transport: Transport
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  await dashboard.empty()
  sink = await startMailSink()
  transport = createSmarthostTransport(sink.url, 'no-reply@waypost.example')
})
afterEach(() => sink.close())

/** As in production, where nothing is kept. */
const send = () => sendDueEmails(dashboard.services, { transport, isKept: false })
const kept = async () =>
  (await dashboard.database.connectAsOwner().db.execute(sql`select * from accounts.letters`)).rows
const attempts = async () => (await kept())[0]!['attempts']

test('a mail leaves by the mail server of the operator, and is kept nowhere', async () => {
  await dashboard.signUp('ada@example.com')
  await send()
  const [mail] = sink.mails
  expect(mail).toMatchObject({ from: 'no-reply@waypost.example', to: ['ada@example.com'] })
  const content = mail!.content.toString()
  expect(content).toMatch(/^From: Waypost <no-reply@waypost.example>\r$/m)
  expect(content).toMatch(/^Subject: Confirm your address\r$/m)
  expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(content.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toMatch(
    /https:\/\/dashboard\.example\/confirm-email#token=[\w-]{43}\r$/m,
  )
  expect(await kept()).toEqual([])
})

test('what is refused for now is tried again, after pauses that grow', async () => {
  await dashboard.signUp('ada@example.com')
  sink.refuse({ at: 'connect', code: 421 })
  await send()
  for (const [made, minutes] of [4, 8].entries()) {
    dashboard.advance(minutes * 60_000 - 1)
    await send()
    expect(await attempts()).toBe(made + 1)
    dashboard.advance(1)
    await send()
    expect(await attempts()).toBe(made + 2)
  }
  sink.refuse(undefined)
  dashboard.advance(16 * 60_000)
  await send()
  expect(sink.mails).toHaveLength(1)
})

test('what is refused for good is not tried again', async () => {
  await dashboard.signUp('ada@example.com')
  sink.refuse({ at: 'recipient', code: 550 })
  await send()
  expect(await kept()).toEqual([])
})

test('a mail that nobody has use for any more is not sent', async () => {
  await dashboard.signUp('ada@example.com')
  dashboard.advance(24 * 60 * 60_000)
  await send()
  expect(sink.mails).toHaveLength(0)
})

test('of processes that send at the same moment one sends a mail', async () => {
  for (let index = 0; index < 12; index++) await dashboard.signUp(`user${index}@example.com`)
  await Promise.all([send(), send(), send()])
  expect(sink.mails.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, index) => `user${index}@example.com`).toSorted(),
  )
})

test('an address whose local part has commas and brackets gets the mail, and nobody else', async () => {
  const address = `o'neil+a@example.com`
  await dashboard.signUp(address)
  await send()
  expect(sink.mails.map(({ to }) => to)).toEqual([[address]])
})

test('in development every mail can be read, the newest first, by address', async () => {
  await dashboard.signUp('ada@example.com')
  await dashboard.signUp('grace@example.com')
  await dashboard.mails()
  const answer = await dashboard.app.inject('/dev/outbox?to=ada%40example.com')
  expect(answer.json()).toEqual({
    data: [
      {
        id: expect.any(String),
        to: 'ada@example.com',
        subject: 'Confirm your address',
        bodyText: expect.stringContaining('/confirm-email#token='),
        createdAt: expect.any(String),
      },
    ],
  })
  expect((await dashboard.app.inject('/dev/outbox')).json().data).toHaveLength(2)
})
