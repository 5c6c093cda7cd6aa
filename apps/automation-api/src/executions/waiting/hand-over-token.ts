import { z } from 'zod'
import type { Services } from '../../services.ts'

const CONTEXT = 'hand-over-url'
const content = z.object({ id: z.uuid(), expiresAt: z.number() })

/** A URL at which whoever has it can give the run back, as long as it waits. */
export function signHandOver(
  { keyring }: Pick<Services, 'keyring'>,
  executionId: string,
  expiresAt: number,
): string {
  const token = keyring.seal(JSON.stringify({ id: executionId, expiresAt }), CONTEXT)
  return `/hand-over?token=${encodeURIComponent(token)}`
}

/** The id of the execution; undefined where the token is not ours, or has expired. */
export function openHandOverToken(
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
