import { hkdfSync } from 'node:crypto'

/**
 * The secret that signs what goes to an owner's URLs for which no webhook is registered. Each owner has one of their
 * own, so that nobody can forge for another.
 *
 * @param master `WEBHOOK_FALLBACK_SECRET`
 * @returns `whsec_` and the base64 of 32 bytes
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function deriveFallbackSecret(master: string, ownerId: string): string {
  const derived = hkdfSync('sha256', master, '', `webhook-fallback:${ownerId}`, 32)
  return `whsec_${Buffer.from(derived).toString('base64')}`
}
