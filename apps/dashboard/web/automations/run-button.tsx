import type { AutomationApi } from '@waypost/sdk'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button, type Tone } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { Modal } from '../controls/modal.tsx'
import { hasEnded } from '../executions/execution-queries.ts'
import { listRunVariables } from './list-used-variables.ts'
import { RunForm } from './run-form.tsx'
import { useRun } from './use-run.ts'

interface Props {
  automation: Pick<
    AutomationApi.Automation | AutomationApi.ListedAutomation,
    'id' | 'name' | 'variables' | 'actions'
  >
  tone?: Tone
  /** The newest run: an automation runs once at a time, so one that has not ended is shown in place of another. */
  lastRun?: Pick<AutomationApi.Execution, 'id' | 'status'> | null | undefined
}

/** Starts a run, asking for required values first, and opens the page of the run. */
export function RunButton({
  automation: { id, name, variables: declared, actions },
  tone = 'usual',
  lastRun,
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const variables = listRunVariables({ actions, variables: declared })
  // The dialog shows why the run was refused.
  const run = useRun(id, () => setIsOpen(true))
  const needsValues = Object.keys(variables).length > 0
  if (lastRun && !hasEnded(lastRun) && !isOpen)
    return (
      <ButtonLink
        to="/runs/$id"
        params={{ id: lastRun.id }}
        tone={tone}
        aria-label={`View the run of ${name}`}
      >
        View run
      </ButtonLink>
    )
  return (
    <>
      <Button
        tone={tone}
        aria-label={`Run ${name}`}
        isBusy={run.isPending}
        onClick={() => (needsValues ? setIsOpen(true) : run.mutate({}))}
      >
        <Play size={14} />
        Run
      </Button>
      <Modal title={`Run ${name}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <RunForm variables={variables} onRun={run.mutate} isBusy={run.isPending} error={run.error} />
      </Modal>
    </>
  )
}
