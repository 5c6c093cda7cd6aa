import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueDeliveries } from '../enqueue-deliveries.ts'
import { redeliver } from './redeliver.ts'
import { openTestLog, type TestLog } from './test-log.ts'

let log: TestLog
const webhookId = newId()

beforeAll(async () => {
  log = await openTestLog()
})
afterAll(() => log.close())

const again = (id: string, webhook = webhookId) => redeliver(log.db, log.outbox, webhook, id)
const jobsOf = async (id: string) => (await log.jobs())[id]

test.each(['pending', 'delivered', 'failed', 'cancelled'] as const)(
  'redelivering a %s delivery makes it due at once, under the same id and with its whole schedule',
  async (status) => {
    const [id] = await log.add(webhookId, { status, failedAttempts: 3, isParked: status === 'pending' })
    await log.addAttempts(id!, 3)
    const before = await log.find(id!)
    const askedAt = Date.now()
    const delivery = await again(id!)
    const { nextAttemptAt, ...after } = await log.find(id!)
    expect(after).toEqual({
      id,
      ownerId: 'ada',
      subjectId: null,
      webhookId,
      event: before.event,
      body: before.body,
      createdAt: before.createdAt,
      status: 'pending',
      failedAttempts: 0,
      round: 2,
      isParked: false,
      traceParent: null,
      feedXact: null,
      endedAt: null,
    })
    expect(nextAttemptAt!.getTime()).toBeGreaterThanOrEqual(askedAt)
    expect(nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await jobsOf(id!)).toEqual([{ queue: 'deliveries', round: 2, dueInMs: 0 }])
    expect(delivery).toMatchObject({ id, status: 'pending', failedAttempts: 0, endedAt: null })
    expect(delivery!.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3])
  },
)

test('after a redelivery, the delivery’s earlier job is of an earlier round', async () => {
  const [id] = await log.add(webhookId, { status: 'pending' })
  const later = new Date(Date.now() + 60_000)
  await log.db.transaction((tx) =>
    enqueueDeliveries(tx, log.outbox, [{ id: id!, ownerId: 'ada', round: 1 }], later),
  )
  await again(id!)
  await again(id!)
  expect(await jobsOf(id!)).toMatchObject([
    { queue: 'deferred', round: 1 },
    { queue: 'deliveries', round: 2 },
    { queue: 'deliveries', round: 3 },
  ])
  expect((await log.find(id!)).round).toBe(3)
})

test('of two concurrent redeliveries, only the later one is sent', async () => {
  const [id] = await log.add(webhookId, { status: 'failed' })
  await Promise.all([again(id!), again(id!)])
  expect((await jobsOf(id!))!.map((job) => job.round)).toEqual([2, 3])
  expect((await log.find(id!)).round).toBe(3)
})

test('redelivering an unknown delivery, or one of another webhook, changes nothing', async () => {
  const [id] = await log.add(newId(), { status: 'failed' })
  expect(await again(newId())).toBeUndefined()
  expect(await again(id!)).toBeUndefined()
  expect(await log.find(id!)).toMatchObject({ status: 'failed', round: 1 })
  expect(await jobsOf(id!)).toBeUndefined()
})

test('a redelivery is announced to the dispatchers', async () => {
  const client = await log.database.connectAsOwner().pool.connect()
  await client.query(`listen ${log.outbox.channel.outboxSchema}`)
  const heard = new Promise((resolve) => client.once('notification', resolve))
  const [id] = await log.add(webhookId, { status: 'failed' })
  await again(id!)
  expect(await heard).toMatchObject({ channel: log.outbox.channel.outboxSchema })
  client.release(true)
})
