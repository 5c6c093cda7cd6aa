import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { automationChoices } from '../automations/automation-queries.ts'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { exactTextOf, textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { pipelineChoices } from '../pipelines/pipeline-queries.ts'

type NewJob = AutomationApi.NewJob

/** Enqueues a run as a job. */
export function EnqueueButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [target, setTarget] = useState('')
  const { data: automations = [] } = useQuery({ ...automationChoices, enabled: isOpen })
  const { data: pipelines = [] } = useQuery({ ...pipelineChoices, enabled: isOpen })
  const client = useQueryClient()
  const navigate = useNavigate()
  const enqueue = useMutation({
    mutationFn: (body: NewJob) => automation.jobs.enqueue(body),
    onSuccess: async ({ jobId }) => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['jobs'] })
      await navigate({ to: '/jobs/$id', params: { id: jobId } })
    },
  })
  const variables = Object.entries(automations.find(({ id }) => id === target)?.variables ?? {})
  const submit = (values: FormData) => {
    const webhookUrl = textOf(values, 'webhookUrl')
    const given = variables.flatMap(([name]) => {
      const value = exactTextOf(values, `variables.${name}`)
      return value === '' ? [] : [[name, value]]
    })
    enqueue.mutate({
      type: pipelines.some(({ id }) => id === target) ? 'pipeline' : 'automation',
      targetId: target,
      ...(webhookUrl !== '' && { webhookUrl }),
      ...(given.length > 0 && { variables: Object.fromEntries(given) as Record<string, string> }),
    })
  }
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        Queue a run
      </Button>
      <Modal title="Queue a run" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Form onSubmit={submit} error={enqueue.error}>
          <SelectField
            label="Automation or pipeline"
            name="targetId"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            required
          >
            <option value="">choose …</option>
            <optgroup label="Automations">
              {automations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Pipelines">
              {pipelines.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          </SelectField>
          {variables.map(([name, { default: usual, secret }]) => (
            <TextField
              key={name}
              label={name}
              name={`variables.${name}`}
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              required={usual === undefined}
            />
          ))}
          <TextField
            label="Webhook URL"
            name="webhookUrl"
            type="url"
            placeholder="https://example.com/hooks"
            hint="Optional. The job’s events are sent to this URL."
          />
          <Button type="submit" tone="primary" isBusy={enqueue.isPending}>
            Add to queue
          </Button>
        </Form>
      </Modal>
    </>
  )
}
