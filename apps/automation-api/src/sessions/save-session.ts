import { newId, type Db } from '@waypost/postgres'
import type { Keyring } from '@waypost/webhooks'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'

export const sessionContext = (id: string) => `session:${id}`

export interface CapturedSession {
  state: string
  /** The host of the page that the browser showed; null where it showed none. */
  site: string | null
}

/** Stores the browser state of a run, in the transaction that ends the run and publishes its end. */
export async function saveSession(
  tx: Db,
  { clock, keyring, sessionTtlMs }: Pick<Services, 'clock'> & { keyring: Keyring; sessionTtlMs: number },
  run: { id: string; ownerId: string; automationId: string },
  { state, site }: CapturedSession,
): Promise<string> {
  const id = newId()
  const now = clock.now()
  await tx.insert(sessions).values({
    id,
    ownerId: run.ownerId,
    automationId: run.automationId,
    executionId: run.id,
    sealedState: keyring.seal(state, sessionContext(id)),
    site,
    createdAt: new Date(now),
    expiresAt: new Date(now + sessionTtlMs),
  })
  return id
}
