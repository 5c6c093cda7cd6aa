import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

let bed: TestChannel
let receiver: WebhookReceiver
let deliverer: Deliverer

beforeEach(async () => {
  bed = await openTestChannel()
  receiver = await startWebhookReceiver()
  await bed.registerWebhook(receiver.url)
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 10 })
})
afterEach(async () => {
  await deliverer.stop()
  await receiver.close()
  await bed.close()
})

test('a delivery that became due unseen is made, though nobody is told of it', async () => {
  const statements = vi.spyOn(bed.channel.db, 'execute')
  deliverer.start()
  await expect.poll(() => statements.mock.calls.length).toBeGreaterThan(1)
  await bed.publish()
  // No look sees it as one to come.
  await bed.owner.execute(sql`
    update automation_outbox.job set start_after = '2000-01-01';
    update automation.deliveries set next_attempt_at = '2000-01-01'`)
  const received = async () => {
    await bed.time.clock.tick(1_000)
    return receiver.requests.length
  }
  await expect.poll(received).toBe(1)
})

test('what others have deferred is looked for while a long backlog is claimed', async () => {
  const backlog = () => bed.owner.$count(sql`automation_outbox.job`, sql`name = 'deliveries'`)
  // Jobs without a delivery, which are only given up: five at a time, so that it takes hundreds of claims.
  await bed.owner.execute(sql`
    insert into automation_outbox.job (name, data, start_after)
    select 'deliveries', json_build_object('deliveryId', gen_random_uuid(), 'round', 1), '2000-01-01'
    from generate_series(1, 10000)`)
  deliverer.start()
  await expect.poll(backlog).toBeLessThan(9900)
  await bed.publish()
  await bed.time.clock.tick(10_000)
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(await backlog()).toBeGreaterThan(0)
})
