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
