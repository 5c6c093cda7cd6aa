import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

interface Verification {
  name: string
  payload?: string
  payloadBase64?: string
  headers: [string, string][]
  secrets: string[]
  now: number
  toleranceSeconds?: number
  requireSignedTime?: boolean
  result: { event: string; deliveryId: string | null } | { error: string }
}

const vectors = JSON.parse(
  await readFile(new URL('../../../../sdks/webhook-vectors.json', import.meta.url), 'utf8'),
) as { verifications: Verification[] }

test.each(vectors.verifications)(
  'vector: $name',
  async ({ payload, payloadBase64, secrets, result, ...rest }) => {
    const bytes = payloadBase64 === undefined ? payload! : Buffer.from(payloadBase64, 'base64')
    const found = await verifyWebhook({ ...rest, payload: bytes, secret: secrets }).then(
      ({ event, deliveryId }) => ({ event, deliveryId: deliveryId ?? null }),
      ({ code }: { code: string }) => ({ error: code }),
    )
    expect(found).toEqual(result)
  },
)
