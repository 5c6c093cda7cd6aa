import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { automationQuery } from '../automations/automation-queries.ts'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import type { Choice } from '../choices/choice.ts'
import { ChoiceField } from '../choices/choice-field.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { exactTextOf, textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { searchRunnable } from '../pipelines/search-runnable.ts'

type NewJob = AutomationApi.NewJob

/** Enqueues a run as a job. */
export function EnqueueButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [target, setTarget] = useState<Choice | null>(null)
  const [type = '', targetId = ''] = target?.value.split(' ') ?? []
  const { data: chosen, error: unread } = useQuery({
    ...automationQuery(targetId),
    enabled: type === 'automation',
  })
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
  const variables = Object.entries((type === 'automation' && chosen?.variables) || {})
  const submit = (values: FormData) => {
    const webhookUrl = textOf(values, 'webhookUrl')
    const given = variables.flatMap(([name]) => {
      const value = exactTextOf(values, `variables.${name}`)
      return value === '' ? [] : [[name, value]]
    })
    enqueue.mutate({
      type: type === 'pipeline' ? type : 'automation',
      targetId,
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
        <Form onSubmit={submit} error={enqueue.error ?? unread}>
          <ChoiceField
            label="Automation or pipeline"
            name="targetId"
            of="runnable"
            search={searchRunnable}
            value={target}
            onChange={setTarget}
            required
          />
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
          <Button
            type="submit"
            tone="primary"
            isBusy={enqueue.isPending}
            // Its variables are not shown yet.
            disabled={type === 'automation' && !chosen}
          >
            Add to queue
          </Button>
        </Form>
      </Modal>
    </>
  )
}
