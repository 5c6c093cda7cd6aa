import type { AutomationApi } from '@waypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Time } from '../times/time.tsx'

interface Props {
  executionId: string
  waiting: NonNullable<AutomationApi.Execution['waiting']>
}

/** What a run waits for, and the button that gives it back. */
export function WaitingCard({ executionId, waiting: { message, until } }: Props) {
  const resume = useMutation({ mutationFn: () => automation.executions.resume(executionId) })
  return (
    <section className="note stack-tight" role="status">
      <h2>This run waits for you</h2>
      <p>{message}</p>
      <p className="quiet">
        It fails <Time at={until} /> unless you continue it.
      </p>
      <ErrorNote error={resume.error} />
      <div className="row">
        <Button tone="primary" isBusy={resume.isPending || resume.isSuccess} onClick={() => resume.mutate()}>
          Done, continue the run
        </Button>
      </div>
    </section>
  )
}
