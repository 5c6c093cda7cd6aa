import { sql } from 'drizzle-orm'
import { firstIdAt, systemClock, type Clock } from '@waypost/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress, addEmail } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { selectEmailDays, selectFailed } from './list-email-days.ts'
import type { Overview } from './overview.ts'

const now = Date.parse('2026-03-02T12:00:00.000Z')

let service: TestApp
let ada: { authorization: string }

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => now })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  ada = await service.person('ada')
})
afterEach(() => service.empty())

const ask = (query = '', headers = ada) => service.app.inject({ url: `/api/v1/overview${query}`, headers })
const read = async (query = '', headers = ada) => (await ask(query, headers)).json<{ data: Overview }>().data

let made = 0
/** An id of a moment, as an email of it has. */
const idAt = (time: string) => {
  made += 1
  return firstIdAt(new Date(time)).slice(0, -4) + made.toString(16).padStart(4, '0')
}
const sent = { type: 'sent', status: 'sent' } as const

test('an account without mail has a zero for each day, and its limits', async () => {
  const { days, emails, usage, ...others } = await read('?days=7')
  expect(days.map(({ date }) => date)).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(days[0]).toEqual({ date: '2026-02-24', received: 0, sent: 0 })
  expect(emails).toEqual({ received: 0, sent: 0, failed: 0 })
  expect(usage.addresses).toEqual({ used: 0, limit: 1000 })
  expect(others).toEqual({
    timeZone: 'UTC',
    sending: { isAllowed: true, reason: null },
    forwardingAddresses: { suspended: 0, unverified: 0 },
    domains: { pending: 0 },
    webhooks: { failing: 0, disabled: 0, days: days.map(({ date }) => ({ date, succeeded: 0, failed: 0 })) },
  })
  expect((await read()).days).toHaveLength(30)
})

test('emails count on their day in UTC, also when they are deleted, and none from before', async () => {
  const address = await addAddress(service, 'ada')
  await addEmail(service, address, { id: idAt('2026-02-23T23:59:59.999Z') })
  await addEmail(service, address, { id: idAt('2026-02-24T00:00:00.000Z') })
  await addEmail(service, address, { id: idAt('2026-03-01T23:59:59.999Z'), deletedAt: new Date(now) })
  await addEmail(service, address, { id: idAt('2026-03-02T00:00:00.000Z') })
  await addEmail(service, address, { id: idAt('2026-03-02T09:00:00.000Z'), ...sent })
  const { days, emails } = await read('?days=7')
  expect(days.map(({ received }) => received)).toEqual([1, 0, 0, 0, 0, 1, 1])
  expect(days.map((day) => day.sent)).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(emails).toEqual({ received: 3, sent: 1, failed: 0 })
})

test('sent emails that bounced or failed are counted on these days alone', async () => {
  const address = await addAddress(service, 'ada')
  await addEmail(service, address, { id: idAt('2026-02-23T09:00:00.000Z'), type: 'sent', status: 'bounced' })
  await addEmail(service, address, { id: idAt('2026-03-01T09:00:00.000Z'), type: 'sent', status: 'bounced' })
  await addEmail(service, address, { id: idAt('2026-03-01T10:00:00.000Z'), type: 'sent', status: 'failed' })
  await addEmail(service, address, { id: idAt('2026-03-01T11:00:00.000Z'), ...sent })
  expect((await read('?days=7')).emails).toEqual({ received: 0, sent: 3, failed: 2 })
})

test('what needs attention is counted: mailboxes, domains and webhooks', async () => {
  const { db } = service.database.connectAsOwner()
  await db.execute(sql`
    insert into alias.forwarding_addresses (id, owner_id, email, verified_at, suspended_at, created_at) values
      (uuidv7(), 'live:ada', 'a@example.com', now(), null, now()),
      (uuidv7(), 'live:ada', 'b@example.com', now(), now(), now()),
      (uuidv7(), 'live:ada', 'c@example.com', null, null, now()),
      (uuidv7(), 'live:mallory', 'd@example.com', null, null, now())`)
  await db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at) values
      (uuidv7(), 'live:ada', 'a.example', 'pending', 'x', now()),
      (uuidv7(), 'live:ada', 'b.example', 'verified', 'x', now())`)
  await db.execute(sql`
    insert into alias.webhooks (id, owner_id, url, events, sealed_secret, is_active, failure_count, disabled_at, created_at)
    values
      (uuidv7(), 'live:ada', 'https://a.example', '{email.received}', 'x', true, 0, null, now()),
      (uuidv7(), 'live:ada', 'https://b.example', '{email.received}', 'x', true, 2, null, now()),
      (uuidv7(), 'live:ada', 'https://c.example', '{email.received}', 'x', false, 5, now(), now())`)
  expect(await read()).toMatchObject({
    forwardingAddresses: { suspended: 1, unverified: 1 },
    domains: { pending: 1 },
    webhooks: { failing: 1, disabled: 1 },
  })
})

test('attempts to deliver count by day in UTC, of the account’s webhooks, for seven days at most', async () => {
  await service.database.connectAsOwner().db.execute(sql`
    with made as (
      insert into alias.webhooks (id, owner_id, url, events, sealed_secret, is_active, failure_count, created_at)
      select uuidv7(), owner, 'https://a.example', '{email.received}', 'x', true, 0, now()
      from unnest(array['live:ada', 'live:ada', 'live:mallory', 'test:ada']) owner returning id
    )
    insert into alias.webhook_hours (webhook_id, starts_at, attempts, failures, durations)
    select id, starts_at::timestamptz, 5, 2, '{}' from made, unnest(array[
      '2026-02-23T23:00:00Z', '2026-02-24T00:00:00Z', '2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z'
    ]) starts_at`)
  const { webhooks } = await read('?days=30')
  expect(webhooks.days).toHaveLength(7)
  expect(webhooks.days.at(0)).toEqual({ date: '2026-02-24', succeeded: 6, failed: 4 })
  expect(webhooks.days.at(-1)).toEqual({ date: '2026-03-02', succeeded: 12, failed: 8 })
  expect((await read('?days=2')).webhooks.days.map(({ date }) => date)).toEqual(['2026-03-01', '2026-03-02'])
})

test('an overview shows no other account’s mail, and keeps test data apart', async () => {
  const at = '2026-03-02T09:00:00.000Z'
  await addEmail(service, await addAddress(service, 'ada'), { id: idAt(at) })
  await addEmail(service, await addAddress(service, 'ada', { mode: 'test' }), { id: idAt(at) })
  await addEmail(service, await addAddress(service, 'ada', { mode: 'test' }), { id: idAt(at) })
  expect((await read()).emails.received).toBe(1)
  expect((await read('', await service.key('ada', { mode: 'test' }))).emails.received).toBe(2)
  expect((await read('', await service.person('mallory'))).emails.received).toBe(0)
})

test('an overview requires a key with the scope analytics:read', async () => {
  expect((await service.app.inject({ url: '/api/v1/overview' })).statusCode).toBe(401)
  const response = await ask('', await service.key('ada', { scopes: ['emails:read'] }))
  expect(response.statusCode).toBe(403)
  expect(response.json()).toEqual({ error: 'Insufficient permissions. Required scopes: analytics:read' })
})

test.each(['?days=0', '?days=91', '?days=x', '?days=7.5'])('%s is refused', async (query) => {
  expect((await ask(query)).statusCode).toBe(400)
})

test('the days are counted by an index, without a look at the mail of a year before', async () => {
  const address = await addAddress(service, 'ada')
  const { db } = service.database.connectAsOwner()
  const add = async (count: number, from: string, to: string) => {
    await db.execute(sql`
      insert into alias.emails (id, owner_id, address_id, message_id, type, status, from_address, from_name, to_address,
        subject, body_text, body_html, has_attachments, is_read, received_at)
      select uuidv7(at - clock_timestamp()), ${address.ownerId}, ${address.id}, uuidv7(), kind,
        case kind when 'sent' then 'sent' end, '', '', '', '', repeat('x', 500), '', false, false, at
      from (
        select ${from}::timestamptz + number * (${to}::timestamptz - ${from}::timestamptz) / ${count} as at,
          (array['received', 'sent'])[1 + number % 2] as kind
        from generate_series(1, ${count}::integer) number
      ) mails`)
    await db.execute(sql`vacuum analyze alias.emails`)
  }
  await add(20_000, '2025-02-01', '2026-01-31')
  await add(600, '2026-02-01', '2026-03-02')
  const first = firstIdAt(new Date('2026-02-01'))
  expect(await scanOf(selectEmailDays(address.ownerId, first))).toMatchObject({
    'Node Type': expect.stringMatching(/^Index/) as string,
    'Actual Rows': 600,
  })
  // The latest 500 that were sent, some of them from before these days.
  expect(await scanOf(selectFailed(address.ownerId, first))).toMatchObject({
    'Node Type': expect.stringMatching(/^Index/) as string,
    'Actual Rows': 500,
  })
  const { received, sent: left } = (await read()).emails
  expect(received + left).toBe(600)
})

interface Plan extends Record<string, unknown> {
  Plans?: Plan[]
}

/** The plan's only scan, as it was performed. */
async function scanOf(statement: ReturnType<typeof selectEmailDays>): Promise<Plan> {
  const { db } = service.database.connectAsOwner()
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, format json) ${statement}`,
  )
  let node = rows[0]!['QUERY PLAN'][0].Plan
  while (node.Plans) node = node.Plans[0]!
  return node
}
