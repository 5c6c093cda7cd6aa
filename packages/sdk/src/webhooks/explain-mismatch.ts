import { WebhookVerificationError } from './webhook-verification-error.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Explains from the body alone why no signature matches, so it tells the sender nothing new. */
export function explainMismatch(body: Uint8Array): WebhookVerificationError {
  const { text, value } = read(body)
  if (value === undefined)
    return new WebhookVerificationError(
      'truncated_body',
      'No signature fits, and the body is no whole JSON: verify all bytes of the request',
    )
  if (JSON.stringify(value) !== text)
    return new WebhookVerificationError(
      'reserialized_body',
      'No signature fits, and the body looks parsed and written again: verify the bytes as they came',
    )
  return new WebhookVerificationError(
    'wrong_signature',
    'No signature fits: the secret is another one, or somebody changed the body',
  )
}

function read(body: Uint8Array): { text?: string; value?: unknown } {
  try {
    const text = decoder.decode(body)
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return {}
  }
}
