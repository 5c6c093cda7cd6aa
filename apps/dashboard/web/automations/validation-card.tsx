import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { SelectField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { listActions } from './list-actions.ts'
import { StatusPill } from '../controls/status-pill.tsx'

/** Validates the steps. A draft has to be validated before it can run. */
export function ValidationCard({
  automation: { id, isDraft, validation, actions },
}: {
  automation: AutomationApi.Automation
}) {
  const client = useQueryClient()
  const validate = useMutation({
    mutationFn: (stopBefore: string) =>
      automation.automations.validate(id, stopBefore === '' ? {} : { stopBefore }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['automations', id] }),
  })
  return (
    <section className="card stack">
      <div className="row">
        <h2>Validation</h2>
        {validation && <StatusPill status={validation.status} />}
      </div>
      <p>
        {isDraft
          ? 'This is a draft: it cannot run until it is validated.'
          : 'Validation runs the steps and checks that each finds its element. No webhook is called.'}
      </p>
      {validation?.error && <ErrorNote error={new Error(validation.error)} />}
      {validation && validation.executionIds.length > 0 && (
        <p className="row">
          {validation.executionIds.map((executionId, index) => (
            <Link key={executionId} to="/runs/$id" params={{ id: executionId }}>
              View validation run {index + 1}
            </Link>
          ))}
        </p>
      )}
      {validation?.status !== 'running' && (
        <Form onSubmit={(values) => validate.mutate(textOf(values, 'stopBefore'))} error={validate.error}>
          <SelectField
            label="Stop before"
            name="stopBefore"
            defaultValue=""
            hint="Stop before a step that sends or buys something."
          >
            <option value="">do not stop (run every step)</option>
            {listActions(actions)
              .slice(1)
              .map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </SelectField>
          <div className="row">
            <Button type="submit" tone={isDraft ? 'primary' : 'usual'} isBusy={validate.isPending}>
              Validate
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
