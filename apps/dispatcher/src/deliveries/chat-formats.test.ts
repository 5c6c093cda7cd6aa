import { eq } from 'drizzle-orm'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { formatBody, verifyBody, webhookTables } from '@waypost/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestChannel, type TestChannel } from '../test-channel.ts'
import { createDeliverer, type Deliverer } from './deliverer.ts'

const { deliveries, webhooks } = webhookTables('alias')

let bed: TestChannel
let chat: WebhookReceiver
let deliverer: Deliverer

beforeEach(async () => {
  bed = await openTestChannel({ service: 'alias' })
  chat = await startWebhookReceiver()
  deliverer = createDeliverer(bed.services, bed.channel, { concurrency: 16 })
})
afterEach(async () => {
  await chat.close()
  await bed.close()
})

test.each(['slack', 'discord', 'teams'] as const)(
  'a webhook for %s gets its messages signed, by the schedule and with the same bytes on every attempt',
  async (format) => {
    chat.answer(500)
    const { id, secret } = await bed.registerWebhook(chat.url)
    await bed.owner.update(webhooks).set({ format }).where(eq(webhooks.id, id))
    await bed.publish()
    await deliverer.step()
    chat.answer(204)
    await bed.time.clock.setTime(bed.time.clock.now() + 60_000)
    await deliverer.step()

    const [row] = await bed.owner.select().from(deliveries)
    expect(row).toMatchObject({ status: 'delivered', failedAttempts: 1 })
    expect(JSON.parse(row!.body)).toMatchObject({ event: 'address.deleted' })
    expect(chat.requests).toHaveLength(2)
    for (const { body, headers } of chat.requests) {
      expect(body.toString()).toBe(formatBody(format, row!.body))
      expect(body.toString()).toContain('was deleted')
      expect(headers['content-type']).toBe('application/json')
      expect(verifyBody(body, headers['x-service-signature'] as string, secret)).toBe(true)
    }
  },
)
