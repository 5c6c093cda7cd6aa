import { sql } from 'drizzle-orm'
import { deferredQueue, deliveryQueue } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { claimDeliveries, type Claim } from './claim-deliveries.ts'
import { recoverExpiredLeases } from './expired-leases.ts'
import { giveUpUnmade } from './give-up-deliveries.ts'
import { lookForWork } from './look-for-work.ts'
import { settleAttempts } from './settle-attempts.ts'

let bed: TestChannel
let webhookId: string

beforeEach(async () => {
  bed = await openTestChannel()
  ;({ id: webhookId } = await bed.registerWebhook('https://example.com/'))
})
afterEach(() => bed.close())

const publish = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let done = 0; done < count; done += 1) ids.push(...(await bed.publish()))
  await bed.time.clock.tick(5_000)
  return ids
}
const claim = (limit = 10, { isFull = false } = {}) =>
  claimDeliveries(
    bed.channel,
    bed.services.clock,
    { [deliveryQueue.name]: limit, [deferredQueue.name]: limit },
    {
      receivers: { admit: () => !isFull, full: () => (isFull ? [webhookId] : []) },
      keyring: bed.services.keyring,
    },
  )
const settle = (claims: Claim[], status: number, options: { isRepeated?: boolean } = {}) =>
  settleAttempts(
    bed.channel,
    claims.map((each) => ({
      claim: each,
      outcome: { succeeded: status < 300, status, error: null, durationMs: 1, responseBody: null },
      requestHeaders: {},
      endedAt: new Date(bed.services.clock.now()),
    })),
    options,
  )
/** As a dispatcher does that looks some time later. */
const lookAfter = async (ms: number): Promise<boolean> => {
  await bed.time.clock.tick(ms)
  const { hasExpired } = await lookForWork(bed.channel, bed.services.clock.now())
  if (hasExpired) await recoverExpiredLeases(bed.channel)
  return hasExpired
}
const idsOf = (claims: Claim[]) => claims.map(({ deliveryId }) => deliveryId).toSorted()
const countLeases = async () => {
  const { rows } = await bed.owner.execute(sql`select from automation.delivery_leases`)
  return rows.length
}
const listWaiting = async () => {
  const { rows } = await bed.owner.execute<{ queue: string; id: string }>(
    sql`select name as queue, data ->> 'deliveryId' as id from automation_outbox.job order by id`,
  )
  return rows
}

test('deliveries of a dispatcher that died are claimed again after 20 seconds, and no sooner', async () => {
  const ids = await publish(3)
  expect(idsOf((await claim()).claims)).toEqual(ids)
  expect(await lookAfter(19_000)).toBe(false)
  expect((await claim()).claims).toEqual([])
  expect(await lookAfter(2_000)).toBe(true)
  const again = await claim()
  expect(idsOf(again.claims)).toEqual(ids)
  expect(again.claims.map(({ number }) => number)).toEqual([2, 2, 2])
  expect(await countLeases()).toBe(1)
})

test('those of its deliveries that were settled are not sent again', async () => {
  const [delivered, failed, lost] = await publish(3)
  const { claims } = await claim()
  const of = (id: string | undefined) => claims.filter(({ deliveryId }) => deliveryId === id)
  await settle(of(delivered), 200)
  await settle(of(failed), 500)
  expect(await countLeases()).toBe(1)
  await lookAfter(21_000)
  expect(await listWaiting()).toEqual([
    { queue: 'deferred', id: failed },
    { queue: 'deliveries', id: lost },
  ])
})

test('a failure is settled and counted once, though the settlement is repeated since its answer was lost', async () => {
  const [failed] = await publish(2)
  const { claims } = await claim()
  const its = claims.filter(({ deliveryId }) => deliveryId === failed)
  const dueAt = await settle(its, 500)
  // As of a process that does not know that it has settled it.
  its[0]!.lease.open += 1
  expect(await settle(its, 500, { isRepeated: true })).toBe(dueAt)
  expect(await listWaiting()).toEqual([{ queue: 'deferred', id: failed }])
  const { rows } = await bed.owner.execute(sql`
    select failed_attempts, failure_count, attempts, failures from automation.deliveries delivery
    join automation.webhooks on webhooks.id = webhook_id join automation.webhook_hours hour using (webhook_id)
    where delivery.id = ${failed}`)
  expect(rows).toEqual([{ failed_attempts: 1, failure_count: 1, attempts: 1, failures: 1 }])
})

test('a settlement that is repeated waits for the first one, where that has not ended yet', async () => {
  await publish(1)
  const { claims } = await claim()
  const isWaiting = async () => {
    const { rows } = await bed.owner.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  const { repeated } = await bed.owner.transaction(async (tx) => {
    await tx.execute(sql`update automation.delivery_attempts set duration_ms = 1`)
    const settling = settle(claims, 500, { isRepeated: true })
    await expect.poll(isWaiting).toBe(true)
    return { repeated: settling }
  })
  await repeated
  // The first one here has only written its attempts.
  expect(await listWaiting()).toEqual([])
})

test('a settlement that is repeated since it failed is made', async () => {
  const [failed] = await publish(1)
  const { claims } = await claim()
  await settle(claims, 500, { isRepeated: true })
  expect(await listWaiting()).toEqual([{ queue: 'deferred', id: failed }])
})

test('a lease ends with the last of its deliveries, however they end', async () => {
  await publish(3)
  const { claims } = await claim()
  await settle(claims.slice(0, 1), 200)
  await settle(claims.slice(1, 2), 500)
  expect(await countLeases()).toBe(1)
  await settle(claims.slice(2), 200)
  expect(await countLeases()).toBe(0)

  await publish(1)
  const { lease, unmade } = await claim(10, { isFull: true })
  expect(await countLeases()).toBe(1)
  await giveUpUnmade(bed.channel, lease, unmade, new Date())
  expect(await countLeases()).toBe(0)
})

test('deliveries of which no attempt was to be made get jobs again, unless they were parked before the crash', async () => {
  const [lost] = await publish(1)
  await claim(10, { isFull: true })
  await lookAfter(21_000)
  expect(await listWaiting()).toEqual([{ queue: 'deliveries', id: lost }])

  const { lease, unmade } = await claim(10, { isFull: true })
  // Another delivery of the lease is still on its way.
  lease.open += 1
  await giveUpUnmade(bed.channel, lease, unmade, new Date())
  expect(await countLeases()).toBe(1)
  await bed.owner.execute(sql`update automation.deliveries set is_parked = false`)
  await lookAfter(21_000)
  expect(await listWaiting()).toEqual([])
})

test('a delivery that was redelivered is left to the job of its later round', async () => {
  await publish(1)
  await claim()
  await bed.owner.execute(sql`update automation.deliveries set round = 2`)
  await lookAfter(21_000)
  expect(await listWaiting()).toEqual([])
  expect(await countLeases()).toBe(0)
})

test('where a lease has expired, a failure is only logged, and a success still counts', async () => {
  const [one, two] = await publish(2)
  const { claims } = await claim()
  await lookAfter(21_000)
  const of = (id: string | undefined) => claims.filter(({ deliveryId }) => deliveryId === id)
  await settle(of(one), 500)
  await settle(of(two), 200)
  const { rows } = await bed.owner.execute(sql`
    select delivery.status, failed_attempts, attempt.status as answer from automation.deliveries delivery
    join automation.delivery_attempts attempt on delivery_id = id order by id`)
  expect(rows).toEqual([
    { status: 'pending', failed_attempts: 0, answer: 500 },
    { status: 'delivered', failed_attempts: 0, answer: 200 },
  ])
  expect(await listWaiting()).toEqual([
    { queue: 'deliveries', id: one },
    { queue: 'deliveries', id: two },
  ])
})

test('a lease that is being settled when it expires is left to that', async () => {
  const [id] = await publish(1)
  const { claims } = await claim()
  await bed.time.clock.tick(21_000)
  await bed.owner.transaction(async (tx) => {
    await tx.execute(sql`select from automation.delivery_leases for share`)
    await recoverExpiredLeases(bed.channel)
  })
  expect(await listWaiting()).toEqual([])
  await settle(claims, 500)
  expect(await listWaiting()).toEqual([{ queue: 'deferred', id }])
})

test('two dispatchers that look at the same time give a delivery one job', async () => {
  await publish(3)
  await claim()
  await bed.time.clock.tick(21_000)
  await Promise.all([recoverExpiredLeases(bed.channel), recoverExpiredLeases(bed.channel)])
  expect(await listWaiting()).toHaveLength(3)
})
