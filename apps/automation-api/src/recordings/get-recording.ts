import { recordings } from '../db/recording-tables.ts'
import type { Actor, Services } from '../services.ts'
import { isOwnRecording, recordingNotFound } from './find-recording.ts'
import { listSteps } from './list-steps.ts'
import { toRecording, type Recording } from './recording.ts'

export async function getRecording({ db }: Services, actor: Actor, id: string): Promise<Recording> {
  const [row] = await db.select().from(recordings).where(isOwnRecording(actor, id))
  if (!row) throw recordingNotFound()
  return toRecording(row, await listSteps(db, id))
}
