import type { AutomationApi } from '@waypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button, type Tone } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { Modal } from '../controls/modal.tsx'
import { hasEnded } from '../executions/execution-queries.ts'
import { listRunVariables } from './list-used-variables.ts'
import { RunForm, type RunInput } from './run-form.tsx'

interface Props {
  automation: Pick<
    AutomationApi.Automation | AutomationApi.ListedAutomation,
    'id' | 'name' | 'variables' | 'actions'
  >
  tone?: Tone
  /** Whether a button to run with a session is shown too. */
  hasSessions?: boolean
  /** The newest run: an automation runs once at a time, so one that has not ended is shown in place of another. */
  lastRun?: Pick<AutomationApi.Execution, 'id' | 'status'> | null | undefined
}

/** Starts a run, asking for required values first, and opens the page of the run. */
export function RunButton({
  automation: { id, name, variables: declared, actions },
  tone = 'usual',
  hasSessions = false,
  lastRun,
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const variables = listRunVariables({ actions, variables: declared })
  const navigate = useNavigate()
  const run = useMutation({
    mutationFn: (body: RunInput) => automation.automations.trigger(id, body),
    onSuccess: ({ executionId, startsAt }) =>
      navigate({ to: '/runs/$id', params: { id: executionId }, search: { startsAt } }),
    // The dialog shows why the run was refused.
    onError: () => setIsOpen(true),
  })
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
      {hasSessions && <Button onClick={() => setIsOpen(true)}>Run with a session …</Button>}
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
