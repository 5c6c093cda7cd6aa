import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import { drainDueEmails } from './drain-due-emails.ts'
import type { SystemEmail } from './system-email.ts'
import { sendDueEmails } from './test-system-mail.ts'

const hourMs = 3_600_000

let dashboard: TestDashboard
let sent: string[] = []
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(() => {
  sent = []
})
afterEach(() => dashboard.empty())

const transport = async ({ to }: SystemEmail): Promise<void> => void sent.push(to)
const drain = () => drainDueEmails(dashboard.services)
const send = () => sendDueEmails(dashboard.services, { transport, isKept: false })
const now = () => new Date(dashboard.services.clock.now())

/** Queues an e-mail as the previous version does, by the former name of the table. */
async function queueAsBefore(recipient: string): Promise<void> {
  const expiresAt = new Date(now().getTime() + 24 * hourMs)
  await dashboard.services.db.execute(sql`
    insert into accounts.letters (id, kind, recipient, created_at, expires_at, attempt_at, attempts)
    values (${newId()}, 'account_deleted', ${recipient}, ${now()}, ${expiresAt}, ${now()}, 0)`)
}

/** Claims e-mails as the previous version does, by the former name of the table. */
async function claimAsBefore(): Promise<string[]> {
  const { rows } = await dashboard.services.db.execute<{ recipient: string }>(sql`
    update accounts.letters
    set attempts = attempts + 1,
      attempt_at = ${now()}::timestamptz + least(interval '4 minutes' * power(2, attempts), interval '1 hour')
    where id in (
      select id from accounts.letters
      where sent_at is null and attempt_at <= ${now()} and expires_at > ${now()}
      order by attempt_at limit 10 for update skip locked
    )
    returning recipient`)
  return rows.map(({ recipient }) => recipient)
}

test('each e-mail that the previous version queued is sent once, by the first process that claims it', async () => {
  const queued = Array.from({ length: 250 }, (_, index) => `user${index}@example.com`)
  for (const recipient of queued) await queueAsBefore(recipient)
  const [claimed] = await Promise.all([claimAsBefore(), drain(), drain()])
  await drain()
  await send()
  expect([...claimed, ...sent].toSorted()).toEqual(queued.toSorted())
})

test('a process of the previous version stores and deletes sent e-mails by the former name of the table', async () => {
  const [kept, sentNow] = ['ada@example.com', 'bob@example.com']
  for (const recipient of [kept, sentNow]) await queueAsBefore(recipient)
  const { db } = dashboard.services
  await db.execute(sql`
    update accounts.letters set sent_at = ${now()}, subject = 'Hello', body = 'Hello Ada' where recipient = ${kept}`)
  await db.execute(sql`delete from accounts.letters where recipient = ${sentNow}`)
  const { rows } = await db.execute(sql`select recipient, subject from accounts.system_emails`)
  expect(rows).toEqual([{ recipient: kept, subject: 'Hello' }])
})

test('an e-mail that this version queued is never claimed by a process of the previous version', async () => {
  await dashboard.signUp('ada@example.com')
  dashboard.advance(23 * hourMs)
  expect(await claimAsBefore()).toEqual([])
  await drain()
  await send()
  expect(sent).toEqual(['ada@example.com'])
})

test('an e-mail that the previous version claimed and did not send is sent once it is due again', async () => {
  await queueAsBefore('ada@example.com')
  expect(await claimAsBefore()).toEqual(['ada@example.com'])
  await drain()
  await send()
  expect(sent).toEqual([])
  dashboard.advance(4 * 60_000)
  await drain()
  await drain()
  await send()
  expect(sent).toEqual(['ada@example.com'])
})
