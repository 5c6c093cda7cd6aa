import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { automationQuery } from '../automations/automation-queries.ts'
import { readVariables, VariableFields, type Variables } from '../automations/variable-fields.tsx'
import { automation } from '../client/automation.ts'
import { Button, type Tone } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Form } from '../controls/form.tsx'
import { Modal } from '../controls/modal.tsx'
import { listPipelineVariables } from './list-pipeline-variables.ts'

/** Starts a run, asking for the values that it takes first, and opens the page of the run. */
export function RunPipelineButton({ pipeline, tone }: { pipeline: AutomationApi.Pipeline; tone?: Tone }) {
  const { id, name, automationIds } = pipeline
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Variables>()
  const run = useMutation({
    mutationFn: (variables: Record<string, string> | undefined) =>
      automation.pipelines.trigger(id, variables ? { variables } : {}),
    onSuccess: ({ pipelineRunId }) => navigate({ to: '/pipeline-runs/$id', params: { id: pipelineRunId } }),
  })
  const begin = useMutation({
    mutationFn: () => Promise.all(automationIds.map((each) => client.fetchQuery(automationQuery(each)))),
    onSuccess: (members) => {
      const variables = listPipelineVariables(pipeline, members)
      if (Object.keys(variables).length === 0) run.mutate(undefined)
      else setAsked(variables)
    },
  })
  const isBusy = begin.isPending || run.isPending
  return (
    <>
      <Button
        {...(tone && { tone })}
        aria-label={`Run ${name}`}
        isBusy={isBusy}
        onClick={() => begin.mutate()}
      >
        Run
      </Button>
      <ErrorNote error={begin.error ?? (asked ? null : run.error)} />
      <Modal title={`Run ${name}`} isOpen={asked !== undefined} onClose={() => setAsked(undefined)}>
        <Form onSubmit={(values) => run.mutate(readVariables(values))} error={run.error}>
          <VariableFields variables={asked ?? {}} />
          <Button type="submit" tone="primary" isBusy={isBusy}>
            Run now
          </Button>
        </Form>
      </Modal>
    </>
  )
}
