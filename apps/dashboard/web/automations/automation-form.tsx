import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { SelectField, TextAreaField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { BrowserEditor } from './browser/browser-editor.tsx'
import type { Browser } from './browser/change-browser.ts'
import { listUsedVariables } from './list-used-variables.ts'
import { StepsEditor } from './steps/steps-editor.tsx'
import { VariablesEditor } from './variables-editor.tsx'

export type AutomationInput = Pick<
  AutomationApi.Automation,
  'name' | 'description' | 'actions' | 'variables' | 'screenshots'
> & { browser: Browser | null }

interface Props {
  initial: AutomationInput
  submit: string
  onSubmit: (input: AutomationInput) => void
  isBusy: boolean
  error: Error | null
}

/** The form for all properties of an automation. */
export function AutomationForm({ initial, submit, onSubmit, isBusy, error }: Props) {
  const [actions, setActions] = useState<AutomationApi.Action[]>(initial.actions)
  const [variables, setVariables] = useState(initial.variables)
  const [browser, setBrowser] = useState(initial.browser ?? {})
  const send = (values: FormData) =>
    onSubmit({
      name: textOf(values, 'name'),
      description: textOf(values, 'description') || null,
      screenshots: textOf(values, 'screenshots') as AutomationInput['screenshots'],
      actions,
      variables,
      browser: Object.keys(browser).length > 0 ? browser : null,
    })
  return (
    <Form onSubmit={send} error={error}>
      <section className="card stack">
        <TextField label="Name" name="name" defaultValue={initial.name} maxLength={200} required />
        <TextAreaField
          label="Description"
          name="description"
          defaultValue={initial.description ?? ''}
          maxLength={2000}
          rows={2}
          hint="What the automation does. Requests in plain language are matched against the name and this description."
        />
        <SelectField label="Screenshots" name="screenshots" defaultValue={initial.screenshots}>
          <option value="key">Of opened pages, failures and the last step</option>
          <option value="all">Of every step</option>
          <option value="none">None</option>
        </SelectField>
      </section>
      <StepsEditor actions={actions} onChange={setActions} />
      <VariablesEditor variables={variables} used={listUsedVariables(actions)} onChange={setVariables} />
      <BrowserEditor browser={browser} onChange={setBrowser} />
      <div className="row">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </Form>
  )
}
