import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { automation } from '../../client/automation.ts'
import { Button } from '../../controls/button.tsx'
import { ErrorNote } from '../../controls/error-note.tsx'
import type { RecorderMode } from '@waypost/live-view'
import { Recorder } from '../../recordings/recorder.tsx'
import { recordingQuery } from '../../recordings/recording-queries.ts'
import { findAt, indexOf, isNested, startOf, type Place } from './place.ts'
import { PreviewForm } from './preview-form.tsx'
import type { PreviewSource } from './preview-context.ts'
import { StepElement } from './step-element.tsx'
import './preview.css'

interface Props {
  source: PreviewSource
  actions: AutomationApi.Action[]
  /** The steps before it are performed. */
  place: Place
  onChange: (action: AutomationApi.Action) => void
  onInsert: (recording: Pick<AutomationApi.Recording, 'steps' | 'variables'>) => void
  onClose: () => void
}

const modes: RecorderMode[] = ['record', 'read', 'assert', 'wait', 'hover']

/** A browser in which the steps before one were performed: to see the page, pick the element of the step, or record more. */
export function StepPreview({ source, actions, place, onChange, onInsert, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [id, setId] = useState<string>()
  const create = useMutation({
    mutationFn: (body: AutomationApi.NewRecording) => automation.recordings.create(body),
    onSuccess: (recording) => setId(recording.id),
  })
  useEffect(() => heading.current?.focus(), [])
  // What was not inserted is not kept.
  useEffect(() => {
    if (id === undefined) return undefined
    return () => void automation.recordings.delete(id).catch(() => {})
  }, [id])
  const start = startOf(source.actions, actions, place)
  const action = findAt(actions, place)
  const [index, isWithin] = [indexOf(place), isNested(place)]
  return (
    <section className="preview" role="dialog" aria-labelledby="preview">
      <div className="row row-apart">
        <h2 id="preview" ref={heading} tabIndex={-1}>
          {isWithin
            ? `Preview before “${action?.name ?? ''}”`
            : `Preview after “${actions[index - 1]?.name ?? ''}”`}
        </h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      {!start && <p className="note">The steps before this one have changed: save the automation first.</p>}
      {start && id === undefined && (
        <PreviewForm
          source={source}
          actions={actions.slice(0, isWithin ? index + 1 : index)}
          isBusy={create.isPending}
          error={create.error}
          onOpen={(given) => create.mutate({ automationId: source.id, ...start, ...given })}
        />
      )}
      {id !== undefined && <PreviewedPage id={id} action={action} onChange={onChange} onInsert={onInsert} />}
    </section>
  )
}

const describeInsert = (count: number) =>
  count === 1 ? 'Insert this step here' : `Insert ${count > 0 ? `these ${count}` : 'recorded'} steps here`

function PreviewedPage({
  id,
  action,
  onChange,
  onInsert,
}: Pick<Props, 'onChange' | 'onInsert'> & { id: string; action: AutomationApi.Action | undefined }) {
  const { data: recording, error, refetch } = useQuery(recordingQuery(id))
  const isInserting = useRef(false)
  const isEnded = recording?.status === 'ended'
  useEffect(() => {
    if (!isEnded || !isInserting.current) return
    isInserting.current = false
    onInsert(recording)
  }, [isEnded, recording, onInsert])
  if (error) return <ErrorNote error={error} />
  if (isEnded) return <p className="note">The browser has been closed. {recording.error}</p>
  if (recording?.status !== 'running')
    return (
      <p className="quiet" role="status">
        Opening a browser…
      </p>
    )
  return (
    <Recorder id={id} modes={modes} onEnded={() => void refetch()}>
      {({ send, view }) => (
        <>
          {action && 'selectors' in action && (
            <StepElement action={action} view={view} send={send} onChange={onChange} />
          )}
          <Button
            tone="primary"
            disabled={view.steps.length === 0}
            onClick={() => {
              isInserting.current = true
              send({ type: 'finish' })
            }}
          >
            {describeInsert(view.steps.length)}
          </Button>
        </>
      )}
    </Recorder>
  )
}
