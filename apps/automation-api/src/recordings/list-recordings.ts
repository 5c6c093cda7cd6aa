import { and, desc, eq, isNull } from 'drizzle-orm'
import { recordings } from '../db/recording-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toListedRecording, type ListedRecording } from './recording.ts'

/** A day has no more of them. */
const most = 100

/** The recordings that are under way or were not saved yet, newest first. */
export async function listRecordings({ db }: Services, { ownerId }: Actor): Promise<ListedRecording[]> {
  const rows = await db
    .select()
    .from(recordings)
    .where(and(eq(recordings.ownerId, ownerId), isNull(recordings.closedAt)))
    .orderBy(desc(recordings.id))
    .limit(most)
  return rows.map(toListedRecording)
}
