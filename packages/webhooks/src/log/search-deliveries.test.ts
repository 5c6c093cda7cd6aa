import { newId, readCursor } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryQuery } from './delivery-query.ts'
import { listDeliveries } from './list-deliveries.ts'
import { examinedAtATime, selectDeliveries } from './select-deliveries.ts'
import { deliveryAttempts, openTestLog, type TestLog } from './test-log.ts'

let log: TestLog

beforeAll(async () => {
  log = await openTestLog()
})
afterAll(() => log.close())

const list = (query: Partial<DeliveryQuery>, ...webhookIds: string[]) =>
  listDeliveries(log.db, log.outbox.channel, webhookIds, { limit: 20, offset: 0, ...query })
const answer = (
  deliveryId: string,
  number: number,
  outcome: { status?: number; error?: string },
  responseBody = '',
) =>
  log.db.insert(deliveryAttempts).values({
    deliveryId,
    number,
    startedAt: new Date(),
    durationMs: 5,
    status: outcome.status ?? null,
    error: outcome.error ?? null,
    responseBody,
  })

test('the deliveries of several webhooks are one list, newest first', async () => {
  const [one, other, foreign] = [newId(), newId(), newId()]
  const [a] = await log.add(one, {})
  const [b] = await log.add(other, { status: 'failed' })
  await log.add(foreign, {})
  const [c] = await log.add(one, { event: 'job.completed' })
  expect((await list({}, one, other)).ids).toEqual([c, b, a])
  expect(await list({}, one, other)).toMatchObject({ total: 3, nextCursor: null })
  const first = await list({ limit: 2 }, one, other)
  expect((await list({ cursor: readCursor(first.nextCursor!) }, one, other)).ids).toEqual([a])
  expect(await list({})).toEqual({ ids: [], total: 0, last: null, nextCursor: null })
})

test('a span of time begins with its first moment and ends before its last', async () => {
  const webhook = newId()
  const ids = await log.add(webhook, {}, { status: 'failed' }, {}, { status: 'failed' }, {})
  const at = async (index: number) => (await log.find(ids[index]!)).createdAt
  const since = await at(1)
  const until = await at(4)
  expect(await list({ since, until }, webhook)).toMatchObject({ ids: ids.slice(1, 4).toReversed(), total: 3 })
  expect((await list({ since }, webhook)).ids).toEqual(ids.slice(1).toReversed())
  expect((await list({ until, status: 'failed' }, webhook)).ids).toEqual([ids[3], ids[1]])
  expect((await list({ since: until, until: since }, webhook)).ids).toEqual([])
  const cursor = ids[3]!
  expect((await list({ since, until, cursor }, webhook)).ids).toEqual([ids[2], ids[1]])
})

test('what happened in a span is listed though its ids were made by a clock that was a little off', async () => {
  const webhook = newId()
  const [id] = await log.add(webhook, {})
  const { createdAt } = await log.find(id!)
  const offBy = new Date(createdAt.getTime() + 30_000)
  await log.db.execute(sql`update automation.deliveries set created_at = ${offBy} where id = ${id}`)
  expect((await list({ since: offBy }, webhook)).ids).toEqual([id])
  expect((await list({ until: offBy }, webhook)).ids).toEqual([])
})

describe('deliveries by their response', () => {
  const webhook = newId()
  let ids: Record<string, string>
  beforeAll(async () => {
    const names = ['moved', 'gone', 'broken', 'silent', 'delivered', 'again', 'unsent'] as const
    const failed = { status: 'failed' as const }
    const pending = { status: 'pending' as const }
    const added = await log.add(webhook, failed, failed, failed, pending, {}, failed, pending)
    ids = Object.fromEntries(names.map((name, index) => [name, added[index]!]))
    await answer(ids['moved']!, 1, { status: 302 })
    await answer(ids['gone']!, 1, { status: 500 })
    await answer(ids['gone']!, 2, { status: 410 })
    await answer(ids['broken']!, 1, { status: 503 })
    await answer(ids['silent']!, 1, { error: 'timeout' })
    await answer(ids['delivered']!, 1, { status: 500 })
    await answer(ids['delivered']!, 2, { status: 204 })
    await answer(ids['again']!, 1, { status: 200 })
    await answer(ids['again']!, 2, { error: 'connection_refused' })
  })

  test.each([
    ['2xx', ['delivered']],
    ['3xx', ['moved']],
    ['4xx', ['gone']],
    ['5xx', ['broken']],
    ['none', ['again', 'silent']],
  ] as const)('are those whose newest attempt got %s', async (response, expected) => {
    const page = await list({ response }, webhook)
    expect(page).toEqual({
      ids: expected.map((name) => ids[name]),
      total: null,
      last: null,
      nextCursor: null,
    })
  })

  test('are filtered by their status as well', async () => {
    expect((await list({ response: 'none', status: 'failed' }, webhook)).ids).toEqual([ids['again']])
  })
})

describe('deliveries with a text', () => {
  test('have it in their body or in a response, in any case, each letter as it is', async () => {
    const webhook = newId()
    const [order, percent, answered] = await log.add(
      webhook,
      { body: '{"order":"A_4711 straße"}' },
      { body: String.raw`{"rate":"50%","path":"a\\b"}` },
      { status: 'failed' },
    )
    await answer(answered!, 1, { status: 429 }, 'Quota exceeded')
    const found = async (q: string) => (await list({ q }, webhook)).ids
    expect(await found('a_4711 STRA')).toEqual([order])
    expect(await found('4_11')).toEqual([])
    expect(await found('0%"')).toEqual([percent])
    expect(await found('%rate')).toEqual([])
    expect(await found(String.raw`a\\b`)).toEqual([percent])
    expect(await found('quota')).toEqual([answered])
    expect((await list({ q: 'quota', response: '5xx' }, webhook)).ids).toEqual([])
  })

  test('are found page by page, however rare they are', async () => {
    const webhook = newId()
    const [oldest] = await log.add(webhook, { body: 'needle' })
    await log.db.execute(sql`
      insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
      select uuidv7(), 'ada', ${webhook}, 'job.failed', 'hay', 'delivered', now(), now()
      from generate_series(1, ${2 * examinedAtATime - 1}::integer)
    `)
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const page = await list({ q: 'needle', cursor }, webhook)
      pages.push(page.ids)
      cursor = page.last ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual([[], [oldest], []].slice(0, pages.length))
    expect(pages.flat()).toEqual([oldest])
  })

  test('are looked for in so many bytes at a time', async () => {
    const webhook = newId()
    const large = { body: 'x'.repeat(12 * 1024 * 1024) }
    const ids = await log.add(webhook, { body: 'needle' }, large, large, large, large)
    const first = await list({ q: 'needle' }, webhook)
    expect(first).toMatchObject({ ids: [], last: ids[2] })
    expect((await list({ q: 'needle', cursor: first.last! }, webhook)).ids).toEqual([ids[0]])
  })
})

test('a page reads little of a log of a quarter of a million, whatever it asks for', async () => {
  const [webhook, quiet] = [newId(), newId()]
  await log.db.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
    select uuidv7(interval '1 s' * (number - 250000)), 'ada', ${webhook},
      (array['job.failed', 'job.completed'])[1 + number % 2], repeat('x', 400),
      case when number % 10000 = 0 then 'failed' else 'delivered' end,
      now() + interval '1 s' * (number - 250000), now()
    from generate_series(1, 250000) number
  `)
  await log.add(quiet, {})
  await log.database.connectAsOwner().db.execute(sql`vacuum analyze automation.deliveries`)
  const pagesRead = async (query: Partial<DeliveryQuery>) => {
    const page = { limit: 100, offset: 0, ...query }
    const statement = selectDeliveries(log.outbox.channel, [webhook, quiet], page, { isCounted: false })
    const { rows } = await log.db.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      sql`explain (analyze, buffers, format json) ${statement}`,
    )
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
  }
  const monthAgo = new Date(Date.now() - 2 * 86_400_000)
  const all = await log.db.execute<{ pages: number }>(
    sql`select (pg_relation_size('automation.deliveries') / 8192)::integer as pages`,
  )
  expect(all.rows[0]!.pages).toBeGreaterThan(15_000)
  const unsearched = [
    {},
    { status: 'failed' },
    { event: 'job.completed', until: monthAgo },
    { since: monthAgo, until: new Date(monthAgo.getTime() + 3_600_000) },
  ] as const
  for (const query of unsearched) expect(await pagesRead(query)).toBeLessThan(2000)
  // Those that were not delivered are few; where all are looked at, so many are, by a few indexes each.
  expect(await pagesRead({ response: '5xx' })).toBeLessThan(2000)
  expect(await pagesRead({ q: 'needle' })).toBeLessThan(16 * examinedAtATime)
})
