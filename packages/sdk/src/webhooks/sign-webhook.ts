import { joinSigned, readBytes } from './payload-bytes.ts'
import { readSecrets } from './read-secrets.ts'
import { readSigningKey } from './signing-key.ts'
import type { WebhookDelivery } from './verify-webhook.ts'
import { WebhookVerificationError } from './webhook-verification-error.ts'

export interface WebhookToSign {
  /** The body that your test sends: bytes, or exactly their text. */
  payload: WebhookDelivery['payload']
  /** `whsec_…`, or several as during a rotation, the newest first. */
  secret: string | readonly string[]
  /** A new id by default. */
  deliveryId?: string | undefined
  /** When it is sent, in milliseconds since the Unix epoch; by default the current time. */
  now?: number | undefined
}

/**
 * The headers that Waypost would send with a body, for tests of your receiver: `verifyWebhook` accepts both. Only a
 * secret of the form that Waypost generates also signs the time.
 *
 * @throws WebhookVerificationError without a secret, and for a payload that is neither bytes nor text
 */
export async function signWebhook({
  payload,
  secret,
  deliveryId = crypto.randomUUID(),
  now = Date.now(),
}: WebhookToSign): Promise<Record<string, string>> {
  const keys = await Promise.all(readSecrets(secret).map(readSigningKey))
  const body = readBytes(payload)
  if (!body)
    throw new WebhookVerificationError(
      'body_not_raw',
      'The payload is no bytes and no text: sign what you send',
    )
  const seconds = String(Math.floor(now / 1000))
  const signed = joinSigned(deliveryId, seconds, body)
  const standard = keys.flatMap((key) => key.standard ?? [])
  const signatures = await Promise.all(standard.map(async (key) => `v1,${toBase64(await sign(key, signed))}`))
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhook/1.0',
    ...serviceHeaders(body, now),
    'x-service-delivery': deliveryId,
    'x-service-signature': `sha256=${toHex(await sign(keys[0]!.plain, body))}`,
    ...(signatures.length > 0 && {
      'webhook-id': deliveryId,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.join(' '),
    }),
  }
}

/** The automation service names the event in a header, the alias service the time of the attempt. */
function serviceHeaders(body: Uint8Array, now: number): Record<string, string> {
  const { event, timestamp } = readEnvelope(body)
  if (typeof event !== 'string') return {}
  // The time of an event is a number in the alias service alone.
  return typeof timestamp === 'number' ? { 'x-service-timestamp': String(now) } : { 'x-service-event': event }
}

function readEnvelope(body: Uint8Array): { event?: unknown; timestamp?: unknown } {
  try {
    return (JSON.parse(new TextDecoder().decode(body)) as object | null) ?? {}
  } catch {
    return {}
  }
}

async function sign(key: CryptoKey, bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes as BufferSource))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
}
