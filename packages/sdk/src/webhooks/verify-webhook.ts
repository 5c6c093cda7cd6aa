import { explainMismatch } from './explain-mismatch.ts'
import { joinSigned, readBytes } from './payload-bytes.ts'
import { readSecrets } from './read-secrets.ts'
import { readSigningKey, type SigningKey } from './signing-key.ts'
import type { WebhookEvent } from './webhook-event.ts'
import { readWebhookHeaders, type ReadHeaders, type WebhookHeaders } from './webhook-headers.ts'
import { WebhookVerificationError } from './webhook-verification-error.ts'

export interface WebhookCheck {
  /** `whsec_…`, or several during a rotation: any of them may match. */
  secret: string | readonly string[]
  /** How far from now a delivery may have been sent, before or after. 300 by default; `Infinity` accepts any time. */
  toleranceSeconds?: number | undefined
  /**
   * Refuses a delivery whose time is not signed. Waypost signs the time with every secret that it generated itself;
   * without this option, somebody who has seen a delivery could remove those headers and send it again later.
   */
  requireSignedTime?: boolean | undefined
}

export interface WebhookDelivery extends WebhookCheck {
  /** The raw body: bytes, or exactly their text. Not the result of a JSON parser. */
  payload: Uint8Array | ArrayBuffer | string
  headers: WebhookHeaders
  /** Milliseconds since the Unix epoch; by default the current time. */
  now?: number | undefined
}

/**
 * Verifies that a delivery is from Waypost, complete, and recent; compares in constant time.
 *
 * With `webhook-signature` and a secret of its form, the id and the time are signed along with the body. Otherwise
 * `X-Service-Signature` signs only the body; `X-Service-Timestamp` is then checked too, but is not signed: see
 * `requireSignedTime`.
 *
 * @throws WebhookVerificationError whose `code` tells what is wrong
 */
export async function verifyWebhook({
  payload,
  headers,
  secret,
  toleranceSeconds = 300,
  requireSignedTime = false,
  now = Date.now(),
}: WebhookDelivery): Promise<WebhookEvent> {
  const keys = await Promise.all(readSecrets(secret).map(readSigningKey))
  const body = readBytes(payload)
  if (!body)
    throw new WebhookVerificationError(
      'body_not_raw',
      'The payload is no bytes and no text: give the body as it came, before any parser',
    )
  const read = readWebhookHeaders(headers)
  const { sentMs, deliveryId } = await findProof(body, read, keys, requireSignedTime)
  if (sentMs !== undefined) checkTime(sentMs, now, toleranceSeconds * 1000)
  return { ...readEvent(body), deliveryId } as WebhookEvent
}

interface Proof {
  sentMs: number | undefined
  deliveryId: string | undefined
}

async function findProof(
  body: Uint8Array,
  { signature, standard, unsignedMs, deliveryId }: ReadHeaders,
  keys: SigningKey[],
  requireSignedTime: boolean,
): Promise<Proof> {
  if (standard) {
    const signed = joinSigned(standard.id, standard.timestamp, body)
    for (const key of keys)
      for (const one of standard.signatures)
        if (key.standard && (await fits(key.standard, one, signed)))
          return { sentMs: standard.sentMs, deliveryId: standard.id }
  }
  for (const key of signature ? keys : []) {
    if (!(await fits(key.plain, signature!, body))) continue
    // Waypost would have signed the time with the same secret, so somebody has changed it.
    if (standard && key.standard)
      throw new WebhookVerificationError(
        'wrong_signature',
        'webhook-signature does not fit id, time and body',
      )
    if (requireSignedTime)
      throw new WebhookVerificationError('missing_header', 'There is no webhook-signature by this secret')
    return { sentMs: unsignedMs, deliveryId }
  }
  throw explainMismatch(body)
}

function fits(key: CryptoKey, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify('HMAC', key, signature as BufferSource, signed as BufferSource)
}

function checkTime(sentMs: number, now: number, toleranceMs: number): void {
  if (now - sentMs > toleranceMs)
    throw new WebhookVerificationError('stale_timestamp', 'It was sent longer ago than is tolerated')
  if (sentMs - now > toleranceMs)
    throw new WebhookVerificationError('future_timestamp', 'It was sent later than it is here')
}

function readEvent(body: Uint8Array): Record<string, unknown> {
  const event = parse(body)
  if (
    isRecord(event) &&
    typeof event['event'] === 'string' &&
    ['string', 'number'].includes(typeof event['timestamp']) &&
    isRecord(event['data'])
  )
    return event
  throw new WebhookVerificationError('invalid_body', 'The body is genuine, but no event')
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
