import { eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { recordedSteps, recordings } from '../db/recording-tables.ts'
import type { Services } from '../services.ts'

/**
 * Deletes what a recording holds, and ends it. Its row stays for a day, because its minutes count.
 *
 * @param tx has locked the recording
 */
export async function closeRecording(tx: Db, { clock }: Pick<Services, 'clock'>, id: string): Promise<void> {
  const now = new Date(clock.now())
  await tx.delete(recordedSteps).where(eq(recordedSteps.recordingId, id))
  await tx
    .update(recordings)
    .set({
      status: 'ended',
      endedAt: sql`coalesce(${recordings.endedAt}, ${now.toISOString()}::timestamptz)`,
      closedAt: now,
      sealedVariables: null,
      variables: {},
    })
    .where(eq(recordings.id, id))
}
