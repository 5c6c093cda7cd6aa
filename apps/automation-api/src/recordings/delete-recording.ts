import { recordChange } from '../audit-logs/record-change.ts'
import { recordings } from '../db/recording-tables.ts'
import type { Actor, Services } from '../services.ts'
import { closeRecording } from './close-recording.ts'
import { isOwnRecording, recordingNotFound } from './find-recording.ts'

/** Deletes a recording. The runner of one under way closes its browser within a second. */
export async function deleteRecording(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: recordings.id })
      .from(recordings)
      .where(isOwnRecording(actor, id))
      .for('update')
    if (!found) throw recordingNotFound()
    await closeRecording(tx, services, id)
    await recordChange(tx, services, actor, 'recording.deleted', id)
  })
}
