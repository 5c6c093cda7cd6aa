import { WebhookVerificationError } from './webhook-verification-error.ts'

/** The headers of a request in any framework: fetch's `Headers`, Node's object, or pairs. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The headers, parsed but not yet verified. */
export interface ReadHeaders {
  /** `X-Service-Signature`: the HMAC of the body. */
  signature: Uint8Array | undefined
  /** The three headers of Standard Webhooks; each signature covers id, time and body. */
  standard: { id: string; timestamp: string; sentMs: number; signatures: Uint8Array[] } | undefined
  /** `X-Service-Timestamp`; not signed. */
  unsignedMs: number | undefined
  /** `X-Service-Delivery`; not signed. */
  deliveryId: string | undefined
}

/** @throws WebhookVerificationError for a header that is missing, duplicate or malformed */
export function readWebhookHeaders(given: WebhookHeaders): ReadHeaders {
  const headers = collect(given)
  const signature = headers.get('x-service-signature')
  const unsigned = headers.get('x-service-timestamp')
  const standard = readStandard(headers)
  if (signature === undefined && standard === undefined) throw missing('X-Service-Signature')
  return {
    signature: signature === undefined ? undefined : readHex(signature),
    standard,
    unsignedMs: unsigned === undefined ? undefined : readNumber('X-Service-Timestamp', unsigned),
    deliveryId: headers.get('x-service-delivery'),
  }
}

const known = new Set([
  'x-service-signature',
  'x-service-timestamp',
  'x-service-delivery',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
])

function collect(given: WebhookHeaders): Map<string, string> {
  const pairs = isIterable(given)
    ? [...given]
    : Object.entries(given).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => [name, one] as const),
      )
  const headers = new Map<string, string>()
  for (const [anyCase, value] of pairs) {
    const name = anyCase.toLowerCase()
    if (!known.has(name)) continue
    // Most servers join duplicate headers with a comma and a space, which none of these can contain.
    if (headers.has(name) || value.includes(', '))
      throw new WebhookVerificationError('duplicate_header', `There is more than one ${name}`)
    headers.set(name, value)
  }
  return headers
}

function readStandard(headers: Map<string, string>): ReadHeaders['standard'] {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  if (!names.some((name) => headers.has(name))) return undefined
  const [id, timestamp, signature] = names.map((name) => {
    const value = headers.get(name)
    if (value === undefined) throw missing(name)
    return value
  }) as [string, string, string]
  const ours = signature.split(' ').filter((one) => one.startsWith('v1,'))
  if (ours.length === 0) throw wrongPrefix('webhook-signature', 'v1,')
  return {
    id,
    timestamp,
    sentMs: readNumber('webhook-timestamp', timestamp) * 1000,
    signatures: ours.map((one) => readBase64(one.slice(3))),
  }
}

function readHex(header: string): Uint8Array {
  if (!header.startsWith('sha256=')) throw wrongPrefix('X-Service-Signature', 'sha256=')
  const hex = header.slice('sha256='.length)
  if (!/^[\da-f]{64}$/i.test(hex)) throw malformed('X-Service-Signature', '64 hexadecimal digits')
  return Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16))
}

function readBase64(text: string): Uint8Array {
  // The last digit stands for four bits; any value in its two spare bits would be another spelling of the same
  // signature.
  if (!/^[A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=$/.test(text))
    throw malformed('webhook-signature', 'base64 of 32 bytes')
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!)
}

function readNumber(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new WebhookVerificationError('malformed_timestamp', `${name} is not a number`)
}

function missing(name: string): WebhookVerificationError {
  return new WebhookVerificationError('missing_header', `There is no ${name}`)
}

function wrongPrefix(name: string, prefix: string): WebhookVerificationError {
  return new WebhookVerificationError('wrong_prefix', `${name} does not begin with ${prefix}`)
}

function malformed(name: string, expected: string): WebhookVerificationError {
  return new WebhookVerificationError('malformed_signature', `${name} is not ${expected}`)
}

function isIterable(given: WebhookHeaders): given is Iterable<readonly [string, string]> {
  return Symbol.iterator in given
}
