import { DomainError } from '@waypost/http'
import { recordings } from '../db/recording-tables.ts'
import type { LiveView } from '../executions/live/create-live-view.ts'
import { signLiveView } from '../executions/live/live-view-token.ts'
import type { Actor, Services } from '../services.ts'
import { isOwnRecording, recordingNotFound } from './find-recording.ts'

/** Lets the owner of a recording use its browser. */
export async function createRecordingView(services: Services, actor: Actor, id: string): Promise<LiveView> {
  const [recording] = await services.db
    .select({ status: recordings.status, address: recordings.liveAddress })
    .from(recordings)
    .where(isOwnRecording(actor, id))
  if (!recording) throw recordingNotFound()
  const { status, address } = recording
  if (status !== 'running' || address === null) throw new DomainError('conflict', 'Recording is not running')
  const { token, expiresAt } = signLiveView(services, { watchedId: id, address })
  return {
    url: `/live-view?token=${encodeURIComponent(token)}`,
    expiresAt: expiresAt.toISOString(),
  }
}
