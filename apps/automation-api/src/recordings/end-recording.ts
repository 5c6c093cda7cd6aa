import { and, eq, ne } from 'drizzle-orm'
import { recordings } from '../db/recording-tables.ts'
import type { Services } from '../services.ts'

/**
 * Ends a recording, which can be saved then.
 *
 * @param error why, where its person did not end it
 */
export async function endRecording(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  error: string | null,
): Promise<void> {
  await db
    .update(recordings)
    .set({ status: 'ended', endedAt: new Date(clock.now()), error, sealedVariables: null })
    .where(and(eq(recordings.id, id), ne(recordings.status, 'ended')))
}
