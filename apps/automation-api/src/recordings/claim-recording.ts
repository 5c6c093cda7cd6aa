import { and, asc, eq, inArray } from 'drizzle-orm'
import { recordings } from '../db/recording-tables.ts'
import type { Services } from '../services.ts'

/**
 * Gives the oldest recording that waits to this process, which alone works on it from then on.
 *
 * @param liveAddress where its owner finds its browser
 */
export async function claimRecording(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  liveAddress: string,
): Promise<typeof recordings.$inferSelect | undefined> {
  const now = new Date(clock.now())
  const waiting = db
    .select({ id: recordings.id })
    .from(recordings)
    .where(eq(recordings.status, 'pending'))
    .orderBy(asc(recordings.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(recordings)
    .set({ status: 'running', startedAt: now, aliveAt: now, liveAddress })
    .where(and(inArray(recordings.id, waiting), eq(recordings.status, 'pending')))
    .returning()
  return claimed
}
