import { lte } from 'drizzle-orm'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'

/** Deletes sessions that can no longer be used. */
export async function deleteExpiredSessions({ db, clock }: Services): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, new Date(clock.now())))
}
