import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBed, type Bed } from './open-bed.ts'

let bed: Bed

beforeAll(async () => {
  bed = await openBed()
  bed.publish('bob.dev', 'v=spf1 ip4:127.0.0.1 -all')
  bed.publish('_dmarc.bob.dev', 'v=DMARC1; p=reject')
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.execute(sql`update alias.forwarding_addresses set verified_at = now()`)
})

const testMessage = (subject: string) =>
  `From: Bob <bob@bob.dev>\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n.\r\n..\r\n`
const arrived = (subject: string, mailbox = 'me@next.test') =>
  waitFor(
    `${subject} in ${mailbox}`,
    async () =>
      (await bed.nextHop.readMailbox(mailbox)).find((content) => content.includes(`Subject: ${subject}\r\n`)),
    30_000,
  )
const isSuspended = async (to: string) =>
  (await bed.execute(sql`select from alias.forwarding_addresses where email = ${to} and verified_at is null`))
    .rowCount === 1

test('Postfix, found by its MX record, receives a forward encrypted and byte for byte', async () => {
  await bed.mail.deliver(await bed.addAlias('me@next.test'), testMessage('hello'), 'bob@bob.dev')
  expect((await bed.forwarded('hello')).forwarding).toEqual({
    status: 'sent',
    to: 'me@next.test',
    reason: null,
  })
  const content = (await arrived('hello')).toString()
  expect(content).toMatch(/^Return-Path: <bounces\+[a-z2-7]{20}@waypost\.test>\r$/m)
  expect(content).toMatch(/^Received: from mx\.waypost\.test \(.*\r\n\t\(using TLSv1\.3 /m)
  expect(content).toMatch(/\r\n\r\nGrüße\r\n\.\r\n\.\.\r\n$/)
})

test('Postfix receives an email that is sent from an alias', async () => {
  const address = await bed.addAlias('me@next.test')
  const { rows } = await bed.execute<{ id: string }>(
    sql`select id from alias.addresses where address = ${address}`,
  )
  const sent = await bed.service.app.inject({
    method: 'POST',
    url: '/api/v1/emails',
    headers: await bed.service.person('ada'),
    payload: { fromAddressId: rows[0]!.id, to: 'me@next.test', subject: 'sent', body: 'hello' },
  })
  expect(sent.statusCode).toBe(202)
  expect((await arrived('sent')).toString()).toContain(`From: ${address}`)
})

describe('a refused forward', () => {
  test.each([
    ['rejects for an unknown recipient', 'nobody@next.test', 'unknown', '550 5.1.1', true],
    ['rejects after reading its content', 'me@next.test', 'spam', '550 5.7.1 Nobody wants this', false],
    ['bounces later', 'late@next.test', 'late', 'The mailbox is gone', true],
  ])('a forward that Postfix %s is marked as bounced', async (_what, to, subject, reason, suspends) => {
    await bed.mail.deliver(await bed.addAlias(to), testMessage(subject), 'bob@bob.dev')
    const { id } = await bed.forwarded(subject)
    const { rows } = await waitFor(
      'the bounce',
      async () => {
        const found = await bed.execute<{ forward_reason: string }>(
          sql`select forward_reason from alias.emails where id = ${id} and forward_status = 'bounced'`,
        )
        return found.rowCount === 1 && found
      },
      30_000,
    )
    expect(rows[0]!.forward_reason).toContain(reason)
    expect(await isSuspended(to)).toBe(suspends)
  })
})
