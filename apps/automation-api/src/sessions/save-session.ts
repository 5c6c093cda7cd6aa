import { newId, type Db } from '@waypost/postgres'
import type { Keyring } from '@waypost/webhooks'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'

export const sessionContext = (id: string) => `session:${id}`

/** Stores what a run left in its browser, in the transaction that ends the run and tells of it. */
export async function saveSession(
  tx: Db,
  { clock, keyring, sessionTtlMs }: Pick<Services, 'clock'> & { keyring: Keyring; sessionTtlMs: number },
  run: { id: string; ownerId: string; automationId: string },
  state: string,
): Promise<string> {
  const id = newId()
  const now = clock.now()
  await tx.insert(sessions).values({
    id,
    ownerId: run.ownerId,
    automationId: run.automationId,
    executionId: run.id,
    sealedState: keyring.seal(state, sessionContext(id)),
    createdAt: new Date(now),
    expiresAt: new Date(now + sessionTtlMs),
  })
  return id
}
