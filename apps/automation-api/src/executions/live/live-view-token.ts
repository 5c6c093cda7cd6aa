import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Services } from '../../services.ts'

const CONTEXT = 'live-view'
/** Long enough to open a connection with it. */
const validMs = 30_000

const content = z.object({
  /** Of the token: the runner accepts it once. */
  id: z.uuid(),
  /** The execution or the recording. */
  watchedId: z.uuid(),
  /** Where its runner listens. */
  address: z.string(),
  expiresAt: z.number(),
})

export type LiveViewToken = z.infer<typeof content>

/** Whoever has it may see the browser of one execution or recording, and use it in a hand-over or while recording. */
export function signLiveView(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  given: Pick<LiveViewToken, 'watchedId' | 'address'>,
): { token: string; expiresAt: Date } {
  const expiresAt = clock.now() + validMs
  const token = keyring.seal(JSON.stringify({ id: randomUUID(), ...given, expiresAt }), CONTEXT)
  return { token, expiresAt: new Date(expiresAt) }
}

/** Undefined where the token is not ours, or has expired. */
export function openLiveViewToken(
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  token: string,
): LiveViewToken | undefined {
  try {
    const opened = content.parse(JSON.parse(keyring.open(token, CONTEXT)))
    return clock.now() < opened.expiresAt ? opened : undefined
  } catch {
    return undefined
  }
}
