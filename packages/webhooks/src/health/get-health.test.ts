import { newId } from '@waypost/postgres'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acknowledgeEvents } from '../feed/acknowledge-events.ts'
import { recordOutcomes } from '../record-outcomes.ts'
import type { RecordedAttempt } from '../recorded-attempt.ts'
import { removeWebhook } from '../registry/remove-webhook.ts'
import { openTestOutbox, type TestOutbox } from '../test-outbox.ts'
import { getHealth, selectHours, selectPending } from './get-health.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 2, 2, 9, 30)
const at = (hoursAgo: number, ms = 0) => new Date(now - hoursAgo * hourMs + ms)

let bed: TestOutbox
let webhookId: string
beforeAll(async () => {
  bed = await openTestOutbox()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.empty()
  webhookId = await bed.register('ada', ['execution.started'])
})

const services = () => ({ db: bed.db, outbox: bed.outbox, clock: { ...bed.outbox.clock, now: () => now } })
const health = (ownerId = 'ada') => getHealth(services(), { ownerId }, webhookId)

const since = async () => {
  const { failingSince, consecutiveFailures, lastSucceededAt, lastFailedAt } = await health()
  return { failingSince, consecutiveFailures, lastSucceededAt, lastFailedAt }
}

interface Ended {
  endedAt: Date
  durationMs?: number
  status?: number
  error?: string
  of?: string
}
const toAttempt = ({ endedAt, durationMs = 40, status, error, of = webhookId }: Ended): RecordedAttempt => ({
  deliveryId: newId(),
  webhookId: of,
  round: 1,
  number: 1,
  startedAt: endedAt,
  endedAt,
  requestHeaders: {},
  outcome: {
    succeeded: status === 200,
    durationMs,
    status: status ?? null,
    error: error ?? null,
    responseBody: null,
  },
  nextAttemptAt: null,
})
const record = (...ended: Ended[]) =>
  bed.db.transaction((tx) => recordOutcomes(tx, bed.outbox.channel, ended.map(toAttempt)))

test('attempts, their rate and their errors are counted over a day and a week', async () => {
  await record({ endedAt: at(200), status: 500 })
  await record({ endedAt: at(30), error: 'timeout', durationMs: 10_000 }, { endedAt: at(30), status: 200 })
  await record({ endedAt: at(2), status: 503 }, { endedAt: at(1), status: 200 })
  await record({ endedAt: at(1, 5), status: 503 })
  expect(await health()).toMatchObject({
    last24Hours: {
      since: '2026-03-01T10:00:00.000Z',
      attempts: 3,
      successRate: 1 / 3,
      errors: [{ error: 503, count: 2, lastAt: at(1, 5).toISOString() }],
    },
    last7Days: {
      since: '2026-02-23T10:00:00.000Z',
      attempts: 5,
      successRate: 2 / 5,
      errors: [
        { error: 503, count: 2 },
        { error: 'timeout', count: 1, lastAt: at(30).toISOString() },
      ],
    },
  })
})

test('percentiles are of all attempts of the window', async () => {
  const durations = Array.from({ length: 100 }, (_, index) => (index < 90 ? 60 : 4000))
  for (const durationMs of durations) await record({ endedAt: at(1), status: 200, durationMs })
  const { p50Ms, p95Ms } = (await health()).last24Hours
  expect([p50Ms! > 50 && p50Ms! <= 75, p95Ms! > 3000 && p95Ms! <= 5000]).toEqual([true, true])
})

test('a webhook fails since the first failure after its last success', async () => {
  const [first, second, third] = [at(5), at(4), at(3)].map((time) => time.toISOString())
  await record({ endedAt: at(5), status: 500 })
  await record({ endedAt: at(4), status: 500 })
  expect(await since()).toEqual({
    failingSince: first,
    consecutiveFailures: 2,
    lastSucceededAt: null,
    lastFailedAt: second,
  })
  await record({ endedAt: at(4, 1), status: 200 }, { endedAt: at(3), status: 500 })
  expect(await since()).toMatchObject({ failingSince: third, consecutiveFailures: 1, lastFailedAt: third })
  await record({ endedAt: at(2), status: 200 })
  expect(await since()).toMatchObject({ failingSince: null, consecutiveFailures: 0, lastFailedAt: third })
})

test('acknowledging events ends the failures of a webhook', async () => {
  await record({ endedAt: at(5), status: 500 })
  const zero = { xact: '0', id: '00000000-0000-0000-0000-000000000000' }
  await acknowledgeEvents(bed.db, bed.outbox.channel, webhookId, zero, { xact: '9', id: newId() }, at(4))
  expect(await health()).toMatchObject({ failingSince: null, lastSucceededAt: at(4).toISOString() })
})

test('settlements of several dispatchers count every attempt once', async () => {
  const other = await bed.register('ada', ['execution.started'])
  const batches = Array.from({ length: 20 }, (_, index) =>
    record(
      { endedAt: at(1), status: 200, of: index % 2 ? other : webhookId },
      { endedAt: at(1), status: 500, of: index % 2 ? webhookId : other },
      { endedAt: at(0), status: 500 + index },
    ),
  )
  await Promise.all(batches)
  const { attempts, successRate, errors } = (await health()).last24Hours
  expect([attempts, successRate]).toEqual([40, 10 / 40])
  expect(errors).toHaveLength(20)
})

test('a receiver that answers with ever other statuses has the twenty that came last', async () => {
  for (let status = 400; status < 440; status += 1) await record({ endedAt: at(1, status), status })
  const { rows } = await bed.db.execute<{ errors: object }>(sql`select errors from automation.webhook_hours`)
  expect(rows.map(({ errors }) => Object.keys(errors).toSorted())).toEqual([
    Array.from({ length: 20 }, (_, index) => String(420 + index)),
  ])
  expect((await health()).last24Hours.errors[0]).toMatchObject({ error: 439, count: 1 })
})

test('deliveries that wait are counted, with the time of the oldest', async () => {
  expect((await health()).pending).toEqual({ count: 0, oldestAt: null })
  await bed.db.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, created_at)
    select uuidv7(make_interval(hours => -number)), 'ada', ${webhookId}, 'execution.started', '', ${at(0)}::timestamptz - make_interval(hours => number)
    from generate_series(1, 3) number
  `)
  expect((await health()).pending).toEqual({ count: 3, oldestAt: at(3).toISOString() })
})

test('the health of a webhook is read by indexes, however many attempts and webhooks there are', async () => {
  const owner = bed.database.connectAsOwner().db
  await owner.execute(sql`
    insert into automation.webhooks (id, owner_id, url, events, sealed_secret, created_at)
    select uuidv7(), 'grace', 'https://example.com', '{}', '', now() from generate_series(1, 500)
  `)
  await owner.execute(sql`
    insert into automation.webhook_hours (webhook_id, starts_at, attempts, failures, durations)
    select id, ${at(0)}::timestamptz - make_interval(hours => number), 1000000, 1, array_fill(1, array[19])
    from automation.webhooks, generate_series(1, 190) number
  `)
  await owner.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
    select uuidv7(), 'ada', ${webhookId}, 'execution.started', repeat('x', 400),
      case when number > 150000 then 'pending' else 'delivered' end, now(), case when number <= 150000 then now() end
    from generate_series(1, 200000) number
  `)
  await owner.execute(sql`vacuum analyze automation.deliveries, automation.webhook_hours`)
  const pagesRead = async (statement: SQL) => {
    const { rows } = await bed.db.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      sql`explain (analyze, buffers, format json) ${statement}`,
    )
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
  }
  const { channel } = bed.outbox
  expect(await pagesRead(selectHours(bed.db, channel, webhookId, at(167)).getSQL())).toBeLessThan(200)
  // Ten thousand of the rows, of 200,000 on more than 10,000 pages.
  expect(await pagesRead(selectPending(channel, webhookId))).toBeLessThan(1500)
  expect((await health()).pending.count).toBe(10_000)
})

test('a deleted webhook leaves no counts, and an attempt that ends later adds none', async () => {
  await record({ endedAt: at(1), status: 200 })
  await bed.db.transaction((tx) =>
    removeWebhook(tx, bed.outbox.channel, { id: webhookId, ownerId: 'ada' }, at(0)),
  )
  await record({ endedAt: at(0), status: 500 })
  const { rows } = await bed.db.execute(sql`select from automation.webhook_hours`)
  expect(rows).toEqual([])
})

test('nobody sees the health of another owner’s webhook', async () => {
  await expect(health('mallory')).rejects.toThrow('Webhook not found or unauthorized')
})
