import { attemptHeaders, aliasChannel, generateSecret } from '@waypost/webhooks'
import { expect, test } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'
import { WebhookVerificationError } from './webhook-verification-error.ts'

const secret = generateSecret()
const body = JSON.stringify({ event: 'email.deleted', timestamp: 1, data: { emailId: 'é' } })
const attempt = { deliveryId: 'first', event: 'email.deleted', body, sentAt: new Date() }
const headers = attemptHeaders(aliasChannel, attempt, secret)
const payload = new TextEncoder().encode(body)

test('a delivery with any changed bit in the body, the signatures, the id or the time is refused', async () => {
  for (let bit = 0; bit < payload.length * 8; bit++) {
    const changed = verifyWebhook({ payload: flip(payload, bit), headers, secret })
    await expect(changed, `bit ${bit} of the body`).rejects.toThrow(WebhookVerificationError)
  }
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  for (const name of signed) {
    const value = Buffer.from(headers[name]!)
    for (let bit = 0; bit < value.length * 8; bit++) {
      const changed = { ...headers, [name]: Buffer.from(flip(value, bit)).toString('latin1') }
      const verified = verifyWebhook({ payload, headers: changed, secret })
      await expect(verified, `bit ${bit} of ${name}`).rejects.toThrow(WebhookVerificationError)
    }
  }
})

test.each<[string, Parameters<typeof verifyWebhook>[0]['payload']]>([
  ['text', body],
  ['a Buffer', Buffer.from(body)],
  ['an ArrayBuffer', payload.buffer],
  ['a part of a larger buffer', new Uint8Array(Buffer.from(`xx${body}xx`)).subarray(2, -2)],
])('the body may be %s', async (_form, given) => {
  expect(await verifyWebhook({ payload: given, headers, secret })).toMatchObject({ event: 'email.deleted' })
})

test.each([
  ['Headers', new Headers(headers)],
  ['pairs', Object.entries(headers)],
  ['a map', new Map(Object.entries(headers))],
  ['lists', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
])('the headers may be %s', async (_form, given) => {
  const event = await verifyWebhook({ payload, headers: given, secret })
  expect(event).toEqual({ ...JSON.parse(body), deliveryId: 'first' })
})

test.each([[{ event: 'email.deleted' }], [undefined], [null], [7]])(
  'a payload that is %j is refused as such',
  async (given) => {
    await expect(verifyWebhook({ payload: given as never, headers, secret })).rejects.toMatchObject({
      code: 'body_not_raw',
    })
  },
)

test('an error shows neither the secret nor the expected signature', async () => {
  const other = generateSecret()
  const verified = verifyWebhook({ payload, headers, secret: other })
  const error = (await verified.catch((caught: unknown) => caught)) as Error
  const shown = `${error.stack} ${JSON.stringify(error)}`
  for (const text of [
    other,
    other.slice(6),
    attemptHeaders(aliasChannel, attempt, other)['x-service-signature']!,
  ])
    expect(shown).not.toContain(text)
})

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  flipped[bit >> 3]! ^= 1 << (bit & 7)
  return flipped
}
