import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import type { RecorderMode } from '@waypost/live-view'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Recorder } from './recorder.tsx'
import { recordingQuery } from './recording-queries.ts'
import { SaveRecording } from './save-recording.tsx'

const modes: RecorderMode[] = ['record', 'read', 'assert', 'wait', 'hover']

/** A recording: its browser while it is under way, and what becomes of it afterwards. */
export function RecordingPage() {
  const { id } = useParams({ from: '/app/record/$id' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: recording, error } = useQuery(recordingQuery(id))
  const again = () => client.invalidateQueries({ queryKey: ['recordings'] })
  const discard = useMutation({
    mutationFn: () => automation.recordings.delete(id),
    onSuccess: async () => {
      await navigate({ to: '/record' })
      client.removeQueries({ queryKey: ['recordings', id] })
      await again()
    },
  })
  const discardButton = (
    <Button tone="plain-danger" isBusy={discard.isPending} onClick={() => discard.mutate()}>
      Discard
    </Button>
  )
  if (error) return <ErrorNote error={error} />
  if (!recording) return <Loading />
  if (recording.status === 'ended') return <SaveRecording recording={recording} discard={discardButton} />
  return (
    <>
      <PageHeader title="Recording" lead={recording.url ?? undefined} />
      {recording.status === 'pending' ? (
        <p className="quiet" role="status">
          Opening a browser…
        </p>
      ) : (
        <Recorder id={id} modes={modes} onEnded={() => void again()}>
          {({ send, view }) => (
            <div className="row">
              <Button
                tone="primary"
                disabled={view.steps.length === 0}
                onClick={() => send({ type: 'finish' })}
              >
                Finish and save…
              </Button>
              {discardButton}
            </div>
          )}
        </Recorder>
      )}
    </>
  )
}
