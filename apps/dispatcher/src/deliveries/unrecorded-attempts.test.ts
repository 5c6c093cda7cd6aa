import { count, eq, sql } from 'drizzle-orm'
import { startWebhookReceiver, waitFor } from '@waypost/testing'
import { expect, onTestFinished, test } from 'vitest'
import { deliveries, openTestChannel } from '../test-channel.ts'
import { createDeliverer } from './deliverer.ts'

const concurrency = 40

test('while attempts cannot be recorded, no more are made than can be in flight twice', async () => {
  const bed = await openTestChannel({ clock: 'real' })
  onTestFinished(bed.close)
  const receiver = await startWebhookReceiver()
  onTestFinished(receiver.close)
  const deliverer = createDeliverer(bed.services, bed.channel, { concurrency })
  onTestFinished(deliverer.stop)
  const owners = ['ann', 'bob', 'cleo', 'dan']
  for (const ownerId of owners) await bed.registerWebhook(receiver.url, { ownerId })
  for (let turn = 0; turn < 50; turn += 1) for (const ownerId of owners) await bed.publish(ownerId)

  await bed.owner.transaction(async (tx) => {
    // What only settlements write.
    await tx.execute(sql`lock table automation.webhook_hours in share mode`)
    deliverer.start()
    // The requests of all further ones have ended, and keep their places.
    let looks = 0
    await waitFor('no more to be made', async () => {
      const given = receiver.requests.length - deliverer.inFlight()
      looks = given === concurrency && deliverer.inFlight() > 0 ? looks + 1 : 0
      return looks > 10
    })
    expect(receiver.requests.length).toBeLessThanOrEqual(2 * concurrency)
  })

  await waitFor('all to be recorded', async () => {
    const [row] = await bed.owner
      .select({ count: count() })
      .from(deliveries)
      .where(eq(deliveries.status, 'delivered'))
    return row!.count === 200
  })
  expect(receiver.requests).toHaveLength(200)
})
