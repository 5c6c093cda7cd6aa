import type { AutomationApi } from '@waypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { Button, type Tone } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'

export function RunPipelineButton({
  pipeline: { id, name },
  tone,
}: {
  pipeline: AutomationApi.Pipeline
  tone?: Tone
}) {
  const navigate = useNavigate()
  const run = useMutation({
    mutationFn: () => automation.pipelines.trigger(id),
    onSuccess: ({ pipelineRunId }) => navigate({ to: '/pipeline-runs/$id', params: { id: pipelineRunId } }),
  })
  return (
    <>
      <Button
        {...(tone && { tone })}
        aria-label={`Run ${name}`}
        isBusy={run.isPending}
        onClick={() => run.mutate()}
      >
        Run
      </Button>
      <ErrorNote error={run.error} />
    </>
  )
}
