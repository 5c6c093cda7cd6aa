import { newId, type Db } from '@waypost/postgres'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countMissed, recoverDeliveries } from './recover-deliveries.ts'
import { deliveries, deliveryAttempts, openTestLog, type TestLog } from './test-log.ts'

let log: TestLog
let webhookId: string
const longAgo = new Date(0)

beforeAll(async () => {
  log = await openTestLog()
})
afterAll(() => log.close())
beforeEach(() => {
  webhookId = newId()
})

const recover = (since = longAgo, db: Db = log.db) => recoverDeliveries(db, log.outbox, webhookId, { since })
const miss = (count: number) =>
  log.add(
    webhookId,
    ...Array.from({ length: count }, (_, index) => ({
      status: index % 3 === 0 ? ('failed' as const) : ('cancelled' as const),
      failedAttempts: index % 3 === 0 ? 5 : 0,
    })),
  )
const jobs = async (ids: string[]) => {
  const found = await log.jobs()
  return ids.map((id) => found[id])
}
const dueNow = [{ queue: 'deliveries', round: 2, dueInMs: 0 }]

test('recovery redelivers failed and cancelled deliveries, from the beginning of the schedule', async () => {
  const ids = await miss(4)
  expect(await recover()).toBe(4)
  for (const id of ids) {
    expect(await log.find(id)).toMatchObject({
      status: 'pending',
      failedAttempts: 0,
      round: 2,
      endedAt: null,
    })
  }
  expect(await jobs(ids)).toEqual(ids.map(() => dueNow))
})

test('recovery skips pending and delivered deliveries, and those of other webhooks', async () => {
  const others = [
    ...(await log.add(webhookId, { status: 'pending' }, { status: 'delivered' })),
    ...(await log.add(newId(), { status: 'failed' }, { status: 'cancelled' })),
  ]
  const before = await Promise.all(others.map(log.find))
  expect(await recover()).toBe(0)
  expect(await Promise.all(others.map(log.find))).toEqual(before)
  expect(await jobs(others)).toEqual([undefined, undefined, undefined, undefined])
})

test('recovery starts with deliveries created exactly at the given time', async () => {
  const ids = await miss(3)
  const { createdAt } = await log.find(ids[1]!)
  expect(await recover(createdAt)).toBe(2)
  expect(await jobs(ids)).toEqual([undefined, dueNow, dueNow])
})

test('a repeated recovery continues where the first one stopped, oldest first, and sends nothing twice', async () => {
  const ids = await miss(2500)
  let batches = 0
  const failing: Db = Object.create(log.db, {
    transaction: {
      value: (run: Parameters<Db['transaction']>[0]) => {
        batches += 1
        return log.db.transaction(async (tx) => {
          const result = await run(tx)
          if (batches === 2) throw new Error('the process died')
          return result
        })
      },
    },
  })
  await expect(recover(longAgo, failing)).rejects.toThrow('the process died')
  expect(await jobs(ids)).toEqual(ids.map((_, index) => (index < 1000 ? dueNow : undefined)))

  expect(await recover()).toBe(1500)
  expect(await recover()).toBe(0)
  expect(await jobs(ids)).toEqual(ids.map(() => dueNow))
})

test('concurrent recoveries share the work and send nothing twice', async () => {
  const ids = await miss(3200)
  const recovered = await Promise.all([recover(), recover(), recover(), recover()])
  expect(recovered.reduce((sum, count) => sum + count)).toBe(3200)
  expect(await jobs(ids)).toEqual(ids.map(() => dueNow))
})

test('recovery does not wait for a delivery that is locked', async () => {
  const ids = await miss(3)
  await log.db.transaction(async (tx) => {
    await tx.select().from(deliveries).where(eq(deliveries.id, ids[1]!)).for('update')
    expect(await recover()).toBe(2)
  })
  expect(await recover()).toBe(1)
})

test('recovery ends even if every delivery is cancelled again meanwhile', async () => {
  await miss(2000)
  const cancelling: Db = Object.create(log.db, {
    transaction: {
      value: async (run: Parameters<Db['transaction']>[0]) => {
        const result = await log.db.transaction(run)
        await log.db
          .update(deliveries)
          .set({ status: 'cancelled', endedAt: sql`now()` })
          .where(eq(deliveries.webhookId, webhookId))
        return result
      },
    },
  })
  expect(await recover(longAgo, cancelling)).toBe(2000)
})

test('recovery gives an attempt in flight the time to succeed before it redelivers', async () => {
  const [underWay, lost, ended] = await log.add(
    webhookId,
    { status: 'failed' },
    { status: 'cancelled' },
    { status: 'failed' },
  )
  const now = Date.now()
  await log.db.insert(deliveryAttempts).values([
    { deliveryId: underWay!, number: 1, startedAt: new Date(now) },
    { deliveryId: lost!, number: 1, startedAt: new Date(now - 60_000) },
    { deliveryId: ended!, number: 1, startedAt: new Date(now), durationMs: 5, status: 500 },
  ])
  expect(await recover()).toBe(3)
  const later = [{ queue: 'deferred', round: 2, dueInMs: expect.any(Number) as unknown }]
  expect(await jobs([underWay!, lost!, ended!])).toEqual([later, dueNow, dueNow])
  const { nextAttemptAt } = await log.find(underWay!)
  expect(nextAttemptAt!.getTime() - now).toBeGreaterThanOrEqual(20_000)
  expect(nextAttemptAt!.getTime() - Date.now()).toBeLessThanOrEqual(20_000)
})

test('recovery of a span and an event redelivers those only, and counts the same beforehand', async () => {
  const ids = await log.add(
    webhookId,
    { status: 'failed' },
    { status: 'failed' },
    { status: 'cancelled', event: 'job.completed' },
    { status: 'cancelled' },
    { status: 'delivered' },
    { status: 'failed' },
  )
  const timeOf = async (index: number) => (await log.find(ids[index]!)).createdAt
  const missed = { since: await timeOf(1), until: await timeOf(5), event: 'job.failed' }
  const count = () => countMissed(log.db, log.outbox.channel, webhookId, missed)
  expect(await count()).toBe(2)
  expect(await jobs(ids)).toEqual(ids.map(() => undefined))
  expect(await recoverDeliveries(log.db, log.outbox, webhookId, missed)).toBe(2)
  expect(await jobs(ids)).toEqual(ids.map((_, index) => (index === 1 || index === 3 ? dueNow : undefined)))
  expect(await count()).toBe(0)
})
