import { and, eq } from 'drizzle-orm'
import { recordings } from '../db/recording-tables.ts'
import type { Services } from '../services.ts'

/** Keeps a recording alive; false once it has ended or was deleted. */
export async function keepRecordingAlive(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
): Promise<boolean> {
  const rows = await db
    .update(recordings)
    .set({ aliveAt: new Date(clock.now()) })
    .where(and(eq(recordings.id, id), eq(recordings.status, 'running')))
    .returning({ id: recordings.id })
  return rows.length > 0
}
