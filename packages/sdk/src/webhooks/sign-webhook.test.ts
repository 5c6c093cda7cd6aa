import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { signWebhook } from './sign-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'

interface Delivery {
  name: string
  secrets: string[]
  id: string
  body: string
  sentAt: number
  headers: Record<string, string>
}

const { deliveries } = JSON.parse(
  await readFile(new URL('../../../../sdks/webhook-vectors.json', import.meta.url), 'utf8'),
) as { deliveries: Delivery[] }

test.each(deliveries)(
  'the headers are exactly those that the services send: $name',
  async ({ body, secrets, id, sentAt, headers }) => {
    const signed = await signWebhook({ payload: body, secret: secrets, deliveryId: id, now: sentAt })
    expect(signed).toEqual(headers)
  },
)

describe('a body that a test has signed', () => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  const event = { event: 'webhook.test', timestamp: '2026-03-02T09:30:00.000Z', data: { message: 'hi' } }

  test.each([
    ['text', JSON.stringify(event)],
    ['bytes', new TextEncoder().encode(JSON.stringify(event))],
  ])('is accepted as %s, with a signed time and an id of its own', async (_form, payload) => {
    const [first, second] = [await signWebhook({ payload, secret }), await signWebhook({ payload, secret })]
    const verified = await verifyWebhook({ payload, headers: first, secret, requireSignedTime: true })
    expect(verified).toEqual({ ...event, deliveryId: first['webhook-id'] })
    expect(second['webhook-id']).not.toBe(first['webhook-id'])
  })

  test('need not be an event, so that a receiver’s refusals can be tested', async () => {
    const headers = await signWebhook({ payload: 'no JSON', secret })
    await expect(verifyWebhook({ payload: 'no JSON', headers, secret })).rejects.toMatchObject({
      code: 'invalid_body',
    })
  })

  test('needs a secret, and the bytes that are sent', async () => {
    await expect(signWebhook({ payload: '{}', secret: '' })).rejects.toMatchObject({ code: 'no_secret' })
    await expect(signWebhook({ payload: event as never, secret })).rejects.toMatchObject({
      code: 'body_not_raw',
    })
  })
})
