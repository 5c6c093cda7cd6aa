import { newId, readCursor } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryQuery } from './delivery-query.ts'
import { findDeliveries } from './find-deliveries.ts'
import { listDeliveriesAbout } from './list-deliveries-about.ts'
import { listDeliveries } from './list-deliveries.ts'
import { openTestLog, type DeliveryRow, type TestLog } from './test-log.ts'

const statuses = ['pending', 'delivered', 'failed', 'cancelled'] as const
const events = ['job.failed', 'job.completed', 'webhook.test']

let log: TestLog
const webhookId = newId()
/** 250 deliveries of every status and event, newest first, among those of another webhook. */
let all: { id: string; status: DeliveryRow['status']; event: string }[]

beforeAll(async () => {
  log = await openTestLog()
  const kinds = Array.from({ length: 250 }, (_, index) => ({
    // Rare statuses among many, in no regular order.
    status: statuses[((index * index) % 7) % 4]!,
    event: events[index % 83 === 0 ? 2 : index % 2]!,
  }))
  for (const kind of kinds) await log.add(newId(), kind)
  const ids = await log.add(webhookId, ...kinds)
  all = kinds.map((kind, index) => ({ ...kind, id: ids[index]! })).toReversed()
})
afterAll(() => log.close())

const list = async (query: Partial<DeliveryQuery> = {}, ...of: string[]) => {
  const { db, outbox } = log
  const webhookIds = of.length > 0 ? of : [webhookId]
  const page = { limit: 20, offset: 0, ...query }
  const { ids, total, nextCursor } = await listDeliveries(db, outbox.channel, webhookIds, page)
  return { items: await findDeliveries(db, outbox.channel, ids), total, nextCursor }
}

async function walk(query: Partial<DeliveryQuery>): Promise<string[][]> {
  const pages: string[][] = []
  let page = await list(query)
  pages.push(page.items.map((item) => item.id))
  while (page.nextCursor !== null) {
    page = await list({ ...query, cursor: readCursor(page.nextCursor) })
    pages.push(page.items.map((item) => item.id))
  }
  return pages
}

test('the list starts with the newest delivery', async () => {
  const { items, total } = await list()
  expect(items.map(({ id, status, event }) => ({ id, status, event }))).toEqual(all.slice(0, 20))
  expect(total).toBe(250)
})

describe.each([undefined, ...statuses])('filtered by status %s', (status) => {
  test.each([undefined, ...events, 'job.enqueued'])(
    'filtering by event %s returns each matching delivery once across pages',
    async (event) => {
      const wanted = all
        .filter((one) => (!status || one.status === status) && (!event || one.event === event))
        .map((one) => one.id)
      const pages = await walk({ status, event, limit: 9 })
      expect(pages.flat()).toEqual(wanted)
      expect(pages).toHaveLength(Math.max(1, Math.ceil(wanted.length / 9)))
      expect((await list({ status, event, limit: 1 })).total).toBe(wanted.length)
    },
  )
})

test.each([
  [0, 100],
  [17, 20],
  [240, 20],
  [250, 20],
  [999_999_999, 20],
])('skipping %i returns at most %i deliveries', async (offset, limit) => {
  const { items, total, nextCursor } = await list({ offset, limit })
  expect(items.map((item) => item.id)).toEqual(all.slice(offset, offset + limit).map((one) => one.id))
  expect(total).toBe(250)
  expect(nextCursor === null).toBe(offset + limit >= 250)
})

test.each(['a webhook', 'one subject'] as const)(
  'large deliveries of %s are returned on shorter pages, each once',
  async (kind) => {
    const [webhook, subjectId] = [newId(), newId()]
    const large = { body: 'x'.repeat(400_000), subjectId }
    const ids = await log.add(webhook, large, large, large, large, { ...large, body: 'x' })
    await log.addAttempts(ids[4]!, 2)
    const page = (cursor?: string) => {
      const query = { limit: 20, offset: 0, cursor }
      const { channel } = log.outbox
      return kind === 'a webhook'
        ? list(query, webhook)
        : listDeliveriesAbout(log.db, channel, { ownerId: 'ada', subjectIds: [subjectId] }, query)
    }
    const first = await page()
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(1).toReversed())
    expect(first.total).toBe(5)
    const second = await page(readCursor(first.nextCursor!))
    expect(second.items.map(({ id }) => id)).toEqual([ids[0]])
    expect(second.nextCursor).toBeNull()
  },
)

test('new deliveries neither repeat nor hide any behind a cursor', async () => {
  const webhook = newId()
  const ids = await log.add(webhook, {}, {}, {}, {})
  const first = await list({ limit: 2 }, webhook)
  await log.add(webhook, {}, { status: 'failed' })
  const second = await list({ limit: 2, cursor: readCursor(first.nextCursor!) }, webhook)
  expect([...first.items, ...second.items].map((item) => item.id)).toEqual(ids.toReversed())
  expect(second.nextCursor).toBeNull()
})

test('a webhook without deliveries has an empty list', async () => {
  expect(await list({}, newId())).toEqual({ items: [], total: 0, nextCursor: null })
})

test('the total is given up to ten thousand', async () => {
  const webhook = newId()
  const add = (count: number) =>
    log.db.execute(sql`
      insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
      select gen_random_uuid(), 'ada', ${webhook}, 'job.failed', '', (array['failed', 'cancelled'])[1 + number % 2],
        now(), now() from generate_series(1, ${count}::integer) number
    `)
  await add(10_000)
  expect((await list({}, webhook)).total).toBe(10_000)
  await add(1)
  expect((await list({}, webhook)).total).toBeNull()
  expect((await list({ status: 'failed' }, webhook)).total).toBe(5000)
})

test('a delivery has its twenty newest attempts, in the order in which they were made', async () => {
  const webhook = newId()
  const [many, none, few] = await log.add(webhook, {}, {}, {})
  await log.addAttempts(many!, 23)
  await log.addAttempts(few!, 2)
  const { items } = await list({}, webhook)
  const numbers = items.map(({ id, attempts }) => [id, attempts.map((attempt) => attempt.number)])
  expect(numbers).toEqual([
    [few, [1, 2]],
    [none, []],
    [many, Array.from({ length: 20 }, (_, index) => index + 4)],
  ])
})
