import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listRunVariables } from '../automations/list-used-variables.ts'
import { RunForm, type RunInput } from '../automations/run-form.tsx'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Modal } from '../controls/modal.tsx'
import { Loading } from '../lists/loading.tsx'
import { variablesQuery } from './execution-queries.ts'

interface Props {
  automation: Pick<AutomationApi.Automation, 'id' | 'name' | 'variables' | 'actions'>
  execution: Pick<AutomationApi.Execution, 'id' | 'inputSessionId'>
}

/** Runs an automation once more with the values and the session of a run, and opens the page of the new one. */
export function RunAgainButton({ automation: { id, name, ...declared }, execution }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  const variables = listRunVariables(declared)
  const hasSecrets = Object.values(variables).some(({ secret }) => secret)
  const { data: given, error } = useQuery({ ...variablesQuery(execution.id), enabled: isOpen })
  const run = useMutation({
    mutationFn: (body: RunInput) => automation.automations.trigger(id, body),
    onSuccess: ({ executionId, startsAt }) => {
      setIsOpen(false)
      return navigate({ to: '/runs/$id', params: { id: executionId }, search: { startsAt } })
    },
    // The dialog shows why the run was refused.
    onError: () => setIsOpen(true),
  })
  const asksNothing = Object.keys(variables).length === 0 && execution.inputSessionId === null
  return (
    <>
      <Button isBusy={run.isPending} onClick={() => (asksNothing ? run.mutate({}) : setIsOpen(true))}>
        Run again
      </Button>
      <Modal title={`Run ${name} again`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ErrorNote error={error} />
        {!given && !error && <Loading />}
        {given && (
          <>
            {hasSecrets && (
              <p className="quiet">
                Secret values of a run are not kept. Fill them in, where none is stored.
              </p>
            )}
            <RunForm
              variables={variables}
              given={{
                variables: given.variables,
                ...(execution.inputSessionId !== null && { sessionId: execution.inputSessionId }),
              }}
              onRun={run.mutate}
              isBusy={run.isPending}
              error={run.error}
            />
          </>
        )}
      </Modal>
    </>
  )
}
