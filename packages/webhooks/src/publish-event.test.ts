import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishEvent, publishEvents } from './publish-event.ts'
import { webhookTables } from './tables.ts'
import { openTestOutbox, started, type TestOutbox } from './test-outbox.ts'

const { deliveries } = webhookTables('automation')

let bed: TestOutbox
let db: Db
let outbox: TestOutbox['outbox']

beforeAll(async () => {
  bed = await openTestOutbox()
  ;({ db, outbox } = bed)
})
afterAll(() => bed.close())
beforeEach(() => bed.empty())

const register = (...of: Parameters<TestOutbox['register']>) => bed.register(...of)
const publish = (to: typeof outbox = outbox) =>
  db.transaction(
    (tx) => publishEvent(tx, to, { ownerId: 'ada', event: 'execution.started', data: started }).deliveryIds,
  )
const countJobs = async () => {
  const { rows } = await bed.database
    .connectAsOwner()
    .db.execute<{ count: string }>(sql`select count(*) from automation_outbox.job`)
  return Number(rows[0]!.count)
}

test('an event is not published when its transaction rolls back', async () => {
  await register('ada', ['execution.started'])
  const before = await countJobs()
  await expect(
    db.transaction(async (tx) => {
      expect(
        await publishEvent(tx, outbox, { ownerId: 'ada', event: 'execution.started', data: started })
          .deliveryIds,
      ).toHaveLength(1)
      throw new Error('the change failed')
    }),
  ).rejects.toThrow('the change failed')
  expect(await db.select().from(deliveries)).toEqual([])
  expect(await countJobs()).toBe(before)
})

test('publishing makes one delivery and one job for each active webhook of the owner that subscribes to the event', async () => {
  const wanted = [
    await register('ada', ['execution.started']),
    await register('ada', ['job.failed', 'execution.started']),
  ]
  await register('ada', ['automation.completed'])
  await register('ada', ['execution.started'], false)
  await register('bob', ['execution.started'])
  const before = await countJobs()

  const ids = await publish()
  const rows = await db.select().from(deliveries)
  expect(rows.map((row) => row.webhookId).toSorted()).toEqual(wanted.toSorted())
  expect(rows.map((row) => row.id).toSorted()).toEqual(ids.toSorted())
  expect(await countJobs()).toBe(before + 2)
})

test('a delivery stores the envelope as it will be sent, due after the first delay', async () => {
  await register('ada', ['execution.started'])
  await publish()
  const [row] = await db.select().from(deliveries)
  expect(JSON.parse(row!.body)).toEqual({
    event: 'execution.started',
    timestamp: row!.createdAt.toISOString(),
    data: started,
  })
  expect(row!.nextAttemptAt!.getTime() - row!.createdAt.getTime()).toBe(5000)
})

test('data that does not match the event’s schema is refused, and the whole change with it', async () => {
  await register('ada', ['execution.started'])
  const bad = { ...started, status: 'done' } as never
  await expect(
    db.transaction(async (tx) =>
      publishEvent(tx, outbox, { ownerId: 'ada', event: 'execution.started', data: bad }),
    ),
  ).rejects.toThrow('running')
})

test('an event that cannot be stored fails its change, though nobody waits for it', async () => {
  const webhookId = await register('ada', ['execution.started'])
  const { webhooks } = webhookTables('automation')
  const change = db.transaction(async (tx) => {
    await tx.update(webhooks).set({ name: 'changed' }).where(eq(webhooks.id, webhookId))
    publishEvent(tx, outbox, { ownerId: 'a\0da', event: 'execution.started', data: started })
  })
  await expect(change).rejects.toThrow('invalid byte sequence')
  expect(await db.select({ name: webhooks.name }).from(webhooks)).not.toEqual([{ name: 'changed' }])
})

const dayMs = 24 * 3_600_000

test('events for a disabled webhook are recorded as cancelled for seven days, and not sent', async () => {
  const disabled = await register(
    'ada',
    ['execution.started'],
    false,
    new Date(Date.now() - 7 * dayMs + 60_000),
  )
  await register('ada', ['execution.started'], false, new Date(Date.now() - 7 * dayMs - 1))
  await register('ada', ['job.failed'], false, new Date())
  const before = await countJobs()
  expect(await publish()).toEqual([])
  expect(await db.select().from(deliveries)).toMatchObject([
    { webhookId: disabled, status: 'cancelled', round: 1, nextAttemptAt: null },
  ])
  expect(await countJobs()).toBe(before)
})

test('an event for a receiver that is far behind is parked behind the others, without a job', async () => {
  const behind = await register('ada', ['execution.started'])
  const other = await register('ada', ['execution.started'])
  const atOnce = { ...outbox, delaysMs: [0] }
  for (let count = 0; count < 8; count += 1) await publish(atOnce)
  await bed.database
    .connectAsOwner()
    .db.update(deliveries)
    .set({ isParked: true })
    .where(eq(deliveries.webhookId, behind))
  const before = await countJobs()

  const ids = await publish(atOnce)
  expect(ids).toHaveLength(2)
  const rows = await db.select().from(deliveries).where(inArray(deliveries.id, ids))
  expect(rows.find(({ webhookId }) => webhookId === behind)).toMatchObject({
    status: 'pending',
    isParked: true,
  })
  expect(rows.find(({ webhookId }) => webhookId === other)).toMatchObject({ isParked: false })
  expect(await countJobs()).toBe(before + 1)
})

test('an event is sent to active webhooks and recorded for the disabled one', async () => {
  const active = await register('ada', ['execution.started'])
  const disabled = await register('ada', ['execution.started'], false, new Date())
  const ids = await publish()
  const rows = await db.select().from(deliveries)
  expect(rows.find((row) => row.webhookId === active)).toMatchObject({ id: ids[0], status: 'pending' })
  expect(rows.find((row) => row.webhookId === disabled)).toMatchObject({
    status: 'cancelled',
    body: rows[0]!.body,
  })
  expect(ids).toHaveLength(1)
})

test.each([
  [0, 'deliveries', 0],
  [5000, 'deferred', 5],
])('with a first delay of %i ms a delivery’s job is in the queue "%s"', async (delayMs, queue, seconds) => {
  await register('ada', ['execution.started'])
  const [deliveryId] = await publish({ ...outbox, delaysMs: [delayMs, 30_000] })
  const { rows } = await bed.database.connectAsOwner().db.execute(sql`
    select name, data, round(extract(epoch from start_after - created_on))::integer as seconds
    from automation_outbox.job where data->>'deliveryId' = ${deliveryId}
  `)
  expect(rows).toEqual([{ name: queue, data: { deliveryId, round: 1, ownerId: 'ada' }, seconds }])
})

test('a commit wakes the dispatchers only for deliveries that are due at once', async () => {
  await register('ada', ['execution.started'])
  const client = await bed.database.connectAsOwner().pool.connect()
  const heard: unknown[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen automation_outbox; listen the_end')
  const atOnce = { ...outbox, delaysMs: [0] }
  await expect(
    db.transaction(async (tx) => {
      publishEvent(tx, atOnce, { ownerId: 'ada', event: 'execution.started', data: started })
      throw new Error('the change failed')
    }),
  ).rejects.toThrow('the change failed')
  await publish()
  await db.execute(sql`notify the_end`)
  await publish(atOnce)
  // Notifications arrive in the order of the commits.
  await waitFor('both', () => heard.length === 2)
  expect(heard).toEqual(['the_end', 'automation_outbox'])
  client.release(true)
})

test('an event of many things is published together, each to the webhooks of its own owner', async () => {
  const [ada, grace] = [
    await register('ada', ['execution.started']),
    await register('grace', ['execution.started']),
  ]
  const disabled = await register('ada', ['execution.started'], false, new Date())
  await register('ada', ['job.failed'])
  const events = Array.from({ length: 1500 }, (_, index) => ({
    ownerId: ['ada', 'grace', 'linus'][index % 3]!,
    data: { ...started, automationId: newId() },
  }))
  const before = await countJobs()
  const ids = await db.transaction((tx) => publishEvents(tx, outbox, 'execution.started', events).deliveryIds)
  expect(ids).toHaveLength(1000)
  const rows = await db.select().from(deliveries)
  const ofWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId)
  expect(new Set(ofWebhook.keys())).toEqual(new Set([ada, grace, disabled]))
  for (const [webhookId, own] of ofWebhook) {
    const ownerId = webhookId === grace ? 'grace' : 'ada'
    const wanted = events.filter((event) => event.ownerId === ownerId).map(({ data }) => data.automationId)
    const got = own.map(({ body }) => (JSON.parse(body) as { data: typeof started }).data.automationId)
    expect(got.toSorted()).toEqual(wanted.toSorted())
    expect(new Set(own.map(({ status }) => status))).toEqual(
      new Set([webhookId === disabled ? 'cancelled' : 'pending']),
    )
  }
  expect((await countJobs()) - before).toBe(1000)
})
