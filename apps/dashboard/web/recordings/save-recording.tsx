import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readVariables } from '../automations/variable-fields.tsx'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { PageHeader } from '../shell/page-header.tsx'
import './recordings.css'

interface Props {
  recording: AutomationApi.Recording
  discard: ReactNode
}

/** Makes an automation of a recording that has ended. */
export function SaveRecording({
  recording: { id, url, steps, variables, error, automationId },
  discard,
}: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: AutomationApi.RecordingToSave) => automation.recordings.save(id, body),
    onSuccess: async ({ automation: made }) => {
      await client.invalidateQueries({ queryKey: ['automations'] })
      await navigate({ to: '/automations/$id', params: { id: made.id } })
      client.removeQueries({ queryKey: ['recordings', id] })
    },
  })
  const names = Object.keys(variables)
  const submit = (values: FormData) => {
    const given = readVariables(values)
    const stopBefore = textOf(values, 'stopBefore')
    save.mutate({
      name: textOf(values, 'name'),
      ...(given && { values: given }),
      ...(names.length > 0 && { keepValues: values.has('keepValues') }),
      ...(stopBefore !== '' && { stopBefore }),
    })
  }
  const isToSave = steps.length > 0 && automationId === null
  return (
    <>
      <PageHeader
        title="Save the recording"
        lead="A browser of its own does the same before the automation may run."
        actions={discard}
      />
      {error !== null && (
        <p className="note" role="status">
          The recording has ended: {error}.
        </p>
      )}
      {isToSave && (
        <section className="card">
          <Form onSubmit={submit} error={save.error}>
            <TextField
              label="Name"
              name="name"
              defaultValue={url ? new URL(url).host : ''}
              maxLength={200}
              required
            />
            {names.map((name) => (
              <TextField
                key={name}
                name={`variables.${name}`}
                label={name}
                type={variables[name]!.secret ? 'password' : 'text'}
                autoComplete="off"
                hint="What you typed was not stored: type it once more."
                required
              />
            ))}
            {names.length > 0 && (
              <CheckField name="keepValues" label="Keep it sealed, for every run" defaultChecked />
            )}
            <SelectField
              label="Stop before"
              name="stopBefore"
              defaultValue=""
              hint="The steps are done once more now. Stop before one that must not be, such as an order."
            >
              <option value="">do not stop (run every step)</option>
              {steps.slice(1).map(({ id: stepId, action }) => (
                <option key={stepId} value={action.name}>
                  {action.name}
                </option>
              ))}
            </SelectField>
            <div className="row">
              <Button type="submit" tone="primary" isBusy={save.isPending}>
                Save and validate
              </Button>
            </div>
          </Form>
        </section>
      )}
      <section className="card stack-tight">
        <h2>Steps</h2>
        {steps.length === 0 && <p className="quiet">Nothing was recorded.</p>}
        <ol className="recorded-steps">
          {steps.map(({ id: stepId, action, hasScreenshot, question }) => (
            <li key={stepId} className="recorded-step">
              {hasScreenshot && (
                <img
                  className="recorded-picture"
                  alt=""
                  src={`/automation/api/v1/recordings/${id}/steps/${stepId}/screenshot`}
                />
              )}
              <div className="recorded-rest">
                {action.name}
                {question && <div className="small quiet">{question.choices[0]?.label}</div>}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
