import { hkdfSync } from 'node:crypto'

/**
 * Derives the secret that signs deliveries to an owner's URLs without a registered webhook. Each owner has their own,
 * so that no owner can forge deliveries for another.
 *
 * @param master `WEBHOOK_FALLBACK_SECRET`
 *
 * @returns `whsec_` and the base64 of 32 bytes
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function deriveFallbackSecret(master: string, ownerId: string): string {
  const derived = hkdfSync('sha256', master, '', `webhook-fallback:${ownerId}`, 32)
  return `whsec_${Buffer.from(derived).toString('base64')}`
}
