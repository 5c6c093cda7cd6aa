import { z } from 'zod'
import type { Services } from '../services.ts'

/** How long a signed URL can be used. */
const VALID_MS = 24 * 3_600_000
const CONTEXT = 'artifact-url'

const content = z.object({ id: z.uuid(), expiresAt: z.number() })

/** A URL at which anybody can download the file until it expires, without a key. */
export function signArtifact(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  id: string,
): { url: string; expiresAt: string } {
  const expiresAt = clock.now() + VALID_MS
  const token = keyring.seal(JSON.stringify({ id, expiresAt }), CONTEXT)
  return {
    url: `/artifacts?token=${encodeURIComponent(token)}`,
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

/** The id of the file; undefined where the token is not ours, or has expired. */
export function openArtifactToken(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  token: string,
): string | undefined {
  try {
    const { id, expiresAt } = content.parse(JSON.parse(keyring.open(token, CONTEXT)))
    return clock.now() < expiresAt ? id : undefined
  } catch {
    return undefined
  }
}
