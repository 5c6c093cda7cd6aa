import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { purgeAt } from '@waypost/retention/testing'
import { recoverOwn, redeliverOwn, type Outbox } from '@waypost/webhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deliveries, deliveryAttempts, openTestChannel, type TestChannel } from '../test-channel.ts'
import { expiredDeliveries } from './expired-deliveries.ts'

const dayMs = 86_400_000
const keptMs = 30 * dayMs
const ada = { ownerId: 'ada' }
const unrecorded = async (): Promise<void> => {}
// The tests' deliveries end before this time.
const endedAt = new Date(Date.now() + 3_600_000)
const isPastAt = endedAt.getTime() + keptMs + 1

let bed: TestChannel
let webhookId: string
beforeAll(async () => {
  bed = await openTestChannel({ clock: 'real' })
  ;({ id: webhookId } = await bed.registerWebhook('http://127.0.0.1:9/'))
})
afterAll(() => bed.close())
afterEach(async () => {
  await bed.owner.delete(deliveryAttempts)
  await bed.owner.delete(deliveries)
})

type Status = 'pending' | 'delivered' | 'failed' | 'cancelled'

/** Adds deliveries with two attempts each. */
async function add(status: Status, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  const ended = status === 'pending' ? null : endedAt
  await bed.owner.execute(sql`
    insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, next_attempt_at, created_at, ended_at)
    select id, 'ada', ${webhookId}, 'execution.started', '{}', ${status}, now(), ${endedAt}, ${ended}
    from unnest(${sql.param(ids)}::uuid[]) id
  `)
  await bed.owner.execute(sql`
    insert into automation.delivery_attempts (delivery_id, number, started_at)
    select id, number, now() from unnest(${sql.param(ids)}::uuid[]) id, generate_series(1, 2) number
  `)
  return ids
}

const kept = async () => {
  const rows = await bed.owner.select({ id: deliveries.id }).from(deliveries).orderBy(deliveries.id)
  const attempts = await bed.owner.$count(deliveryAttempts)
  return { ids: rows.map(({ id }) => id), attempts }
}
const purge = (now: number) => purgeAt(now, bed.channel.db, [expiredDeliveries(bed.channel.channel, keptMs)])

test('an ended delivery is deleted with its attempts after its retention period, and a pending one is kept', async () => {
  await add('delivered', 700)
  await add('failed')
  await add('cancelled')
  const [pending] = await add('pending')
  expect(await purge(isPastAt - 1)).toEqual({})
  expect(await purge(isPastAt)).toEqual({ deliveries: 702 })
  expect(await kept()).toEqual({ ids: [pending], attempts: 2 })
  expect(await purge(isPastAt + 1000 * dayMs)).toEqual({})
})

test('a redelivered delivery is kept until the retention period after it ended again', async () => {
  const [again, other] = (await add('delivered', 2)) as [string, string]
  const outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'> = { ...bed.channel, clock: bed.services.clock }
  await redeliverOwn({ db: bed.owner, outbox }, ada, { webhookId, deliveryId: again }, unrecorded)
  await purge(isPastAt)
  expect((await kept()).ids).toEqual([again])
  const later = new Date(endedAt.getTime() + dayMs)
  await bed.owner.update(deliveries).set({ status: 'delivered', endedAt: later, nextAttemptAt: null })
  await purge(isPastAt)
  expect((await kept()).ids).toEqual([again])
  await purge(isPastAt + dayMs)
  expect((await kept()).ids).toEqual([])
  expect(other).not.toBe(again)
})

test('a delivery under both a purge and a recovery is either recovered or deleted, never both', async () => {
  await add('failed', 300)
  const outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'> = { ...bed.channel, clock: bed.services.clock }
  const [{ recovered }, purged] = await Promise.all([
    recoverOwn({ db: bed.owner, outbox }, ada, webhookId, { since: new Date(0) }, unrecorded),
    purge(isPastAt),
  ])
  const { ids, attempts } = await kept()
  expect(recovered).toBe(ids.length)
  expect((purged['deliveries'] ?? 0) + ids.length).toBe(300)
  expect(attempts).toBe(2 * ids.length)
  expect(await bed.owner.$count(deliveries, sql`status <> 'pending'`)).toBe(0)
})

test('events can be published while a purge is under way', async () => {
  await add('delivered', 10)
  await bed.channel.db.transaction(async (tx) => {
    const before = new Date(isPastAt - keptMs)
    const kind = expiredDeliveries(bed.channel.channel, keptMs)
    expect(await kind.purge(tx, { before, limit: 100, after: null })).toMatchObject({ rows: 10 })
    expect(await bed.publish()).toHaveLength(1)
  })
  expect((await kept()).ids).toHaveLength(1)
})

test('the purge knows the time of the oldest delivery that is kept', async () => {
  const kind = expiredDeliveries(bed.channel.channel, undefined)
  expect(await kind.findOldest(bed.channel.db)).toBeNull()
  await add('delivered')
  expect(await kind.findOldest(bed.channel.db)).toEqual(endedAt)
})
