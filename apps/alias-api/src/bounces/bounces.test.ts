import { sql } from 'drizzle-orm'
import { startDnsServer, startMailSink, waitFor, type DnsServer, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailDetail } from '../emails/email.ts'
import { addAddress } from '../emails/test-emails.ts'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import { createForwarder } from '../forwarding/forward-email.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { readBounce } from './read-bounce.ts'

let service: TestApp
let mail: TestMail
let dns: DnsServer
let sink: MailSink
let address: Awaited<ReturnType<typeof addAddress>>

beforeAll(async () => {
  dns = await startDnsServer()
  for (const sender of ['bob.dev', 'example.net']) dns.set(sender, {})
  service = await startTestApp({ dnsServer: dns.address })
})
afterAll(async () => {
  await service.close()
  await dns.close()
})
beforeEach(async () => {
  sink = await startMailSink()
  mail = await startTestMail(service)
  await mail.startInboundWorker()
  address = await addAddress(service, 'ada')
  await execute(
    sql`insert into alias.accounts (id, email, created_at) values ('ada', 'ada@example.com', now())`,
  )
})
afterEach(async () => {
  await mail.close()
  await sink.close()
  await service.empty()
})

const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  service.database.connectAsOwner().db.execute<Row>(query)
const read = async (id: string) => {
  const headers = await service.person('ada')
  return (await service.app.inject({ url: `/api/v1/emails/${id}`, headers })).json<{ data: EmailDetail }>()
    .data
}
const report = (action: string, status: string, words = 'smtp; 550 5.1.1 No such user') =>
  [
    'From: MAILER-DAEMON@mail.example.net',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'I am sorry. Status: 5.0.0',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.net',
    '',
    'Final-Recipient: rfc822; me@example.net',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${words}`,
    '--b--',
    '',
  ].join('\r\n')

/** Receives a mail for an alias whose rule forwards it. */
const forwardOne = async (): Promise<string> => {
  const { forwardToId } = await addMailbox(service, 'ada', { email: 'me@example.net' })
  await execute(sql`
    insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, is_active, created_at, updated_at)
    values (${address.id}, uuidv7(), 'live:ada', ${forwardToId}, true, now(), now())
  `)
  await mail.deliver(address.address, 'From: bob@bob.dev\r\nSubject: hello\r\n\r\nhello\r\n')
  const id = await waitFor('the email', async () => {
    const { rows } = await execute<{ id: string }>(sql`select id from alias.emails`)
    return rows[0]?.id
  })
  expect(
    await createForwarder({
      ...mail.services,
      dns: service.services.dns,
      checker: mail.checker,
      signer: mail.signer,
      rewriter: mail.rewriter,
    })(id, { rewrites: true, isLast: false }),
  ).toBe('forwarded')
  return id
}
const becomes = (id: string, status: string) =>
  waitFor(`the forward to be ${status}`, async () => {
    const { forwarding } = await read(id)
    return forwarding?.status === status && forwarding
  })
const isVerified = async () =>
  (await execute(sql`select from alias.forwarding_addresses where verified_at is not null`)).rowCount === 1
const sentFrom = async () => {
  await mail.startSendWorker(sink.url)
  const [sunk] = await sink.waitForMails(1)
  return sunk!.from
}

describe('a forward that', () => {
  test('a forward that is delivered becomes sent', async () => {
    const id = await forwardOne()
    expect((await read(id)).forwarding).toEqual({ status: 'queued', to: 'me@example.net', reason: null })
    await mail.startSendWorker(sink.url)
    expect(await becomes(id, 'sent')).toEqual({ status: 'sent', to: 'me@example.net', reason: null })
  })

  test.each([
    ['5.1.1 No such user', false],
    ['5.7.1 Spam', true],
    ['No such user', false],
  ])('a forward refused with 550 %s bounces; its destination stays active: %s', async (message, stays) => {
    const id = await forwardOne()
    sink.refuse({ at: 'recipient', code: 550, message })
    await mail.startSendWorker(sink.url)
    expect(await becomes(id, 'bounced')).toMatchObject({ reason: `550 ${message}` })
    expect(await isVerified()).toBe(stays)
  })

  test('a forward that bounces later is marked as bounced, and its destination is suspended once', async () => {
    const id = await forwardOne()
    const returnPath = await sentFrom()
    await becomes(id, 'sent')
    for (let time = 0; time < 2; time += 1) await mail.deliver(returnPath, report('failed', '5.1.1'), '')
    expect(await becomes(id, 'bounced')).toMatchObject({ reason: '550 5.1.1 No such user' })
    expect(await isVerified()).toBe(false)
    const suspension = { at: expect.any(String), reason: '550 5.1.1 No such user' }
    const headers = await service.person('ada')
    const rule = await service.app.inject({ url: `/api/v1/addresses/${address.id}/forwarding`, headers })
    expect(rule.json()).toMatchObject({ data: { forwardToEmail: 'me@example.net', suspension } })
    const mailboxes = await service.app.inject({ url: '/api/v1/forwarding-addresses', headers })
    expect(mailboxes.json()).toMatchObject({ data: { addresses: [{ isVerified: false, suspension }] } })
    await waitFor(
      'all to have left',
      async () => (await execute(sql`select from alias.outbound_messages`)).rowCount === 0,
    )
    expect(sink.mails.map(({ to }) => to)).toEqual([['me@example.net'], ['ada@example.com']])
  })

  test.each([
    ['is late', report('delayed', '4.4.1')],
    ['was delivered', report('delivered', '2.0.0')],
    [
      'gets an out-of-office reply',
      'From: me@example.net\r\nAuto-Submitted: auto-replied\r\n\r\nStatus: 5.1.1\r\n',
    ],
  ])('a forward that %s has not bounced', async (_what, content) => {
    const id = await forwardOne()
    const returnPath = await sentFrom()
    await becomes(id, 'sent')
    await mail.deliver(returnPath, content, '')
    expect((await read(id)).forwarding).toMatchObject({ status: 'sent' })
  })
})

test('a sent email that bounces later is marked as bounced', async () => {
  const sent = await service.app.inject({
    method: 'POST',
    url: '/api/v1/emails',
    headers: await service.person('ada'),
    payload: { fromAddressId: address.id, to: 'bob@example.net', subject: 'hello', body: 'hello' },
  })
  const { id } = sent.json<{ data: { id: string } }>().data
  const returnPath = await sentFrom()
  await waitFor('it to be sent', async () => (await read(id)).status === 'sent')
  await mail.deliver(returnPath, report('failed', '5.2.2', 'smtp; 552 5.2.2 Mailbox\r\n  full'), '')
  expect(await read(id)).toMatchObject({ status: 'bounced', statusReason: '552 5.2.2 Mailbox full' })
})

describe('a return path', () => {
  test('a return path accepts bounces only, and only of messages that were sent', async () => {
    await forwardOne()
    const returnPath = await sentFrom()
    const content = report('failed', '5.1.1')
    await expect(mail.deliver(returnPath, content, 'eve@example.org')).rejects.toMatchObject({
      responseCode: 550,
    })
    const guessed = `bounces+${'a'.repeat(20)}@waypost.test`
    await expect(mail.deliver(guessed, content, '')).rejects.toMatchObject({ responseCode: 550 })
    expect((await mail.deliver(returnPath.toUpperCase(), content, '')).accepted).toHaveLength(1)
  })

  test('a return path outlives its alias, and bounces to it then change nothing', async () => {
    await forwardOne()
    const returnPath = await sentFrom()
    await execute(sql`delete from alias.addresses`)
    expect((await mail.deliver(returnPath, report('failed', '5.1.1'), '')).accepted).toHaveLength(1)
  })
})

test.each([
  ['a message that is no report', 'From: a\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
  ['a successful status', report('failed', '2.0.0')],
  ['a malformed status', report('failed', '5')],
  ['nothing', ''],
])('%s is not a bounce', (_what, content) => {
  expect(readBounce(Buffer.from(content))).toBeUndefined()
})

test('the reason in a report is stored as plain text, truncated', () => {
  const bounce = readBounce(Buffer.from(report('failed', '5.1.1', `smtp; 550 \0\xff${'x'.repeat(1000)}`)))
  expect(bounce!.reason).toMatch(/^550 x{496}$/)
})
