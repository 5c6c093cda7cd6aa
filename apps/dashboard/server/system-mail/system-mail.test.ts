import { sql } from 'drizzle-orm'
import { createLogger } from '@waypost/http'
import { startMailSink, type MailSink } from '@waypost/testing'
import { openQueues } from '@waypost/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import { createSmarthostTransport } from './create-smarthost-transport.ts'
import { enqueueSystemEmail } from './enqueue-system-email.ts'
import type { Transport } from './send-system-email.ts'
import { startSystemMailWorker } from './start-system-mail-worker.ts'
import { systemEmailQueue, workSchema } from './system-email-queue.ts'
import { sendDueEmails, skipPauses } from './test-system-mail.ts'

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

/** As in production, where sent e-mails are not stored. */
const send = () => sendDueEmails(dashboard.services, { transport, isKept: false })
const kept = async () =>
  (await dashboard.database.connectAsOwner().db.execute(sql`select * from accounts.system_emails`)).rows
const recipients = () => sink.mails.map(({ to }) => to[0]).toSorted()

test("an e-mail is sent through the operator's mail server and stored nowhere", async () => {
  await dashboard.signUp('ada@example.com')
  await send()
  const [mail] = sink.mails
  expect(mail).toMatchObject({ from: 'no-reply@waypost.example', to: ['ada@example.com'] })
  const content = mail!.content.toString()
  expect(content).toMatch(/^From: Waypost <no-reply@waypost.example>\r$/m)
  expect(content).toMatch(/^Subject: Confirm your email address\r$/m)
  expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(content.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toMatch(
    /https:\/\/dashboard\.example\/confirm-email#token=[\w-]{43}\r$/m,
  )
  expect(await kept()).toEqual([])
})

test('a temporary rejection is retried after pauses that grow from a minute to an hour', async () => {
  await dashboard.signUp('ada@example.com')
  sink.refuse({ at: 'connect', code: 421 })
  await send()
  for (const seconds of [60, 120, 240, 480, 960, 1920]) {
    const [pause, ...others] = await skipPauses(dashboard.database)
    expect(others).toEqual([])
    // Jitter doubles a pause at most, so that e-mails that failed together are not retried together.
    expect(pause).toBeGreaterThan(seconds - 30)
    expect(pause).toBeLessThanOrEqual(2 * seconds)
    await send()
  }
  expect(await skipPauses(dashboard.database)).toEqual([expect.closeTo(3600, -2)])
  sink.refuse(undefined)
  await send()
  await send()
  expect(sink.mails).toHaveLength(1)
})

test('a permanent rejection is not retried', async () => {
  await dashboard.signUp('ada@example.com')
  sink.refuse({ at: 'recipient', code: 550 })
  await send()
  expect(await kept()).toEqual([])
})

test('an e-mail that is no longer needed is not sent', async () => {
  await dashboard.signUp('ada@example.com')
  dashboard.advance(24 * 60 * 60_000)
  await send()
  expect(sink.mails).toHaveLength(0)
})

test('only one of several concurrent processes sends an e-mail', async () => {
  for (let index = 0; index < 12; index++) await dashboard.signUp(`user${index}@example.com`)
  await Promise.all([send(), send(), send()])
  expect(recipients()).toEqual(
    Array.from({ length: 12 }, (_, index) => `user${index}@example.com`).toSorted(),
  )
})

test('an e-mail of a transaction that rolls back is not sent', async () => {
  await dashboard.signUp('ada@example.com')
  await send()
  const { db } = dashboard.services
  const failed = db.transaction(async (tx) => {
    await enqueueSystemEmail(tx, dashboard.services, 'password_changed', 'ada@example.com')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await send()
  expect(sink.mails).toHaveLength(1)
})

test('a sent e-mail is not sent again when its job runs again', async () => {
  await dashboard.signUp('ada@example.com')
  await sendDueEmails(dashboard.services, { transport, isKept: true })
  const [{ id: emailId }] = (await kept()) as [{ id: string }]
  await dashboard.services.work.send(systemEmailQueue.name, { emailId })
  await sendDueEmails(dashboard.services, { transport, isKept: true })
  expect(sink.mails).toHaveLength(1)
})

test('an e-mail whose process dies before sending it is sent by another process', async () => {
  await dashboard.signUp('ada@example.com')
  const [taken] = await dashboard.services.work.fetch(systemEmailQueue.name)
  await send()
  expect(sink.mails).toHaveLength(0)
  // As if it had sent no heartbeat for the queue's timeout.
  await dashboard.services.work.fail(systemEmailQueue.name, taken!.id)
  await skipPauses(dashboard.database)
  await send()
  expect(sink.mails).toHaveLength(1)
})

test('a process sends an e-mail as soon as it is queued, and finishes the e-mails in progress before it stops', async () => {
  const queues = await openQueues({
    url: dashboard.database.url,
    role: 'waypost_dashboard',
    applicationName: 'test',
    schema: workSchema,
    wakeOnInsert: true,
    onError: () => {},
  })
  const logger = createLogger('test', 'silent')
  const services = { ...dashboard.services, work: queues.boss }
  const stop = await startSystemMailWorker(services, { transport, isKept: false }, logger)
  await dashboard.signUp('ada@example.com')
  await sink.waitForMails(1)
  await stop()
  expect(await kept()).toEqual([])
  await queues.close()
})

test('an address whose local part has commas and brackets is the only recipient of its e-mail', async () => {
  const address = `o'neil+a@example.com`
  await dashboard.signUp(address)
  await send()
  expect(sink.mails.map(({ to }) => to)).toEqual([[address]])
})

test('in development all e-mails can be read by address, newest first', async () => {
  await dashboard.signUp('ada@example.com')
  await dashboard.signUp('grace@example.com')
  await dashboard.mails()
  const answer = await dashboard.app.inject('/dev/outbox?to=ada%40example.com')
  expect(answer.json()).toEqual({
    data: [
      {
        id: expect.any(String),
        to: 'ada@example.com',
        subject: 'Confirm your email address',
        bodyText: expect.stringContaining('/confirm-email#token='),
        createdAt: expect.any(String),
      },
    ],
  })
  expect((await dashboard.app.inject('/dev/outbox')).json().data).toHaveLength(2)
})
