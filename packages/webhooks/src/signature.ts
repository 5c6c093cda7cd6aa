import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { remember } from './remember.ts'

/** Generates a signing secret: `whsec_` and the base64 of 32 random bytes. */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * The value of `X-Service-Signature`: `sha256=` and the hex HMAC SHA-256 of the exact body.
 *
 * @param secret the whole string, `whsec_` included
 */
export function signBody(body: string | Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', keysOf(secret).whole).update(body).digest('hex')}`
}

/** Whether `X-Service-Signature` matches the raw body. Compares in constant time; a malformed header is `false`. */
export function verifyBody(body: string | Buffer, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(signBody(body, secret))
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * The three headers of Standard Webhooks, which also protect against replay because the time is signed. Only a secret
 * of the form `whsec_` + base64 of 24–64 bytes can sign; without any such secret the result is empty. See
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 *
 * @param id the delivery's id, the same on every attempt
 *
 * @param sentAt the time of the attempt
 *
 * @param secrets all that are valid now, newest first: a receiver may know any of them
 */
export function standardWebhookHeaders(
  id: string,
  sentAt: Date,
  body: string,
  secrets: string[],
): Record<string, string> {
  const keys = secrets.map((secret) => keysOf(secret).standard).filter((key) => key !== undefined)
  if (keys.length === 0) return {}
  const seconds = Math.floor(sentAt.getTime() / 1000)
  const content = `${id}.${seconds}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

const keysOf = remember(1000, (secret) => ({
  whole: createSecretKey(Buffer.from(secret)),
  standard: standardKey(secret),
}))

function standardKey(secret: string): KeyObject | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  if (!encoded || encoded.length % 4 !== 0) return undefined
  const key = Buffer.from(encoded, 'base64')
  return key.length >= 24 && key.length <= 64 ? createSecretKey(key) : undefined
}
