import { sql } from 'drizzle-orm'
import { insertTogether, newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { createReturnPaths } from '../bounces/return-path.ts'
import { startTestApp, testMxHost, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import type { InboundJob } from './inbound-queue.ts'
import { createAcceptor } from './accept-messages.ts'

let service: TestApp
let mail: TestMail
let address: string

beforeAll(async () => {
  service = await startTestApp()
  mail = await startTestMail(service)
  ;({ address } = await addAddress(service, 'ada'))
})
afterAll(async () => {
  await mail.close()
  await service.close()
})
afterEach(async () => {
  for (const table of [
    'alias.inbound_messages',
    'alias.outbound_messages',
    'alias.messages',
    'alias_jobs.job',
  ])
    await execute(sql`delete from ${sql.raw(table)}`)
})

const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  service.database.connectAsOwner().db.execute<Row>(query)
const content = Buffer.from('From: bob@example.net\r\n\r\nhello\r\n')
const message = (recipient: string, mailFrom = 'bob@example.net') => ({
  content,
  size: content.length,
  restId: null,
  bodyHash: null,
  mailFrom,
  recipients: [recipient],
  clientIp: '192.0.2.1',
  clientName: 'mail.example.net',
  trace: {},
})
/** How many messages each transaction wrote. */
const written = async () => {
  const { rows } = await execute<{ count: number }>(
    sql`select count(*)::integer as count from alias.messages group by xmin::text`,
  )
  return rows.map(({ count }) => count)
}
const jobs = async () => {
  const { rows } = await execute<{ name: string; data: InboundJob }>(
    sql`select name, data from alias_jobs.job`,
  )
  return rows
}

test('messages that end at the same moment are stored by one transaction, and those without a live alias are not stored', async () => {
  const accept = createAcceptor(mail.services)
  const accepted = [address, 'nobody@waypost.test', address.toUpperCase()].map((to) => accept(message(to)))
  expect(await Promise.all(accepted)).toEqual(['accepted', 'unwanted', 'accepted'])
  expect(await written()).toEqual([2])
  const { rows } = await execute<{ content: Buffer }>(sql`
    select content from alias.messages join alias.inbound_messages on message_id = messages.id
  `)
  expect(rows.map((row) => row.content)).toEqual([content, content])
})

test('a message that cannot be stored does not keep the others of its batch from being stored', async () => {
  await execute(sql`alter table alias.messages add constraint not_eve check (mail_from <> 'eve@example.org')`)
  const accept = createAcceptor(mail.services)
  const accepted = ['bob@example.net', 'eve@example.org', 'bob@bob.dev'].map((from) =>
    accept(message(address, from)),
  )
  const settled = await Promise.allSettled(accepted)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await written()).toEqual([1, 1])
  await execute(sql`alter table alias.messages drop constraint not_eve`)
})

test('a bounce, a message for the postmaster and messages for aliases that end at the same moment are each accepted once', async () => {
  const email = {
    domain: 'waypost.test',
    emailId: newId(),
    forwardingAddressId: null,
    accountId: null,
    createdAt: new Date(),
  }
  const returning = createReturnPaths([email])
  await insertTogether(mail.services.db, [returning.rows])
  const [path] = returning.paths
  const accept = createAcceptor(mail.services, { mailbox: 'operator@example.net', mxHost: testMxHost })
  const recipients = [path!, 'postmaster@waypost.test', address, 'nobody@waypost.test']
  const accepted = recipients.map((to) => accept(message(to)))
  expect(await Promise.all(accepted)).toEqual(['accepted', 'accepted', 'accepted', 'unwanted'])
  const left = await jobs()
  // The message for the alias waits in the inbound queue, the one for the postmaster in the outbound queue.
  expect(left.map(({ name }) => name).filter((name) => name === 'outbound')).toHaveLength(1)
  const { rows } = await execute(sql`select from alias.inbound_messages`)
  expect(rows).toHaveLength(1)
})

test('each message has a job of its own', async () => {
  const accept = createAcceptor(mail.services)
  await Promise.all(Array.from({ length: 5 }, () => accept(message(address))))
  const { rows } = await execute<{ messageId: string }>(sql`select id as "messageId" from alias.messages`)
  const left = await jobs()
  expect(left.map(({ name }) => name)).toEqual(Array(5).fill('inbound'))
  expect(left.map(({ data }) => data.messageId).toSorted()).toEqual(
    rows.map(({ messageId }) => messageId).toSorted(),
  )
})

test('each message is listed, whether it was accepted alone or in a batch', async () => {
  const accept = createAcceptor(mail.services)
  await accept(message(address, 'alone@example.net'))
  const others = Array.from({ length: 6 }, (_, number) => `${number}@example.net`)
  await Promise.all(others.map((from) => accept(message(address, from))))
  await mail.startInboundWorker()
  await waitFor('the listing', async () => {
    const { rows } = await execute(sql`select from alias.inbound_messages`)
    return rows.length === 0
  })
  const { rows } = await execute<{ mail_from: string }>(
    sql`select mail_from from alias.messages join alias.emails on message_id = messages.id order by 1`,
  )
  expect(rows.map(({ mail_from }) => mail_from)).toEqual([...others, 'alone@example.net'])
})
