import { and, eq, gt } from 'drizzle-orm'
import type { Keyring } from '@waypost/webhooks'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { sessionContext } from './save-session.ts'

/** The state to start a run with. Undefined where the session was deleted, has expired, or is not that owner's. */
export async function openSession(
  { db, clock, keyring }: Pick<Services, 'db' | 'clock'> & { keyring: Keyring },
  ownerId: string,
  id: string,
): Promise<string | undefined> {
  const isOwn = and(eq(sessions.id, id), eq(sessions.ownerId, ownerId))
  const [row] = await db
    .select({ sealedState: sessions.sealedState })
    .from(sessions)
    .where(and(isOwn, gt(sessions.expiresAt, new Date(clock.now()))))
  return row && keyring.open(row.sealedState, sessionContext(id))
}
