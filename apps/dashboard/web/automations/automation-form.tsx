import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { SelectField, TextAreaField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { LeaveGuard } from '../controls/leave-guard.tsx'
import { BrowserEditor } from './browser/browser-editor.tsx'
import type { Browser } from './browser/change-browser.ts'
import { type Login, LoginEditor } from './login-editor.tsx'
import { listUsedVariables } from './list-used-variables.ts'
import { spliceAt, type Place } from './preview/place.ts'
import { PreviewContext, type PreviewSource } from './preview/preview-context.ts'
import { StepPreview } from './preview/step-preview.tsx'
import { StepsEditor } from './steps/steps-editor.tsx'
import { VariablesEditor } from './variables-editor.tsx'

export type AutomationInput = Pick<
  AutomationApi.Automation,
  'name' | 'description' | 'actions' | 'variables' | 'screenshots'
> & {
  phrases: string[]
  browser: Browser | null
  login: Login | null
  trace: AutomationApi.Automation['trace']
}

interface Props {
  initial: AutomationInput
  submit: string
  onSubmit: (input: AutomationInput) => void
  isBusy: boolean
  error: Error | null
  /** As it is stored; absent where it is not yet. */
  source?: PreviewSource
}

/** The form for all properties of an automation. */
export function AutomationForm({ initial, submit, onSubmit, isBusy, error, source }: Props) {
  const [actions, setActions] = useState<AutomationApi.Action[]>(initial.actions)
  const [variables, setVariables] = useState(initial.variables)
  const [browser, setBrowser] = useState(initial.browser ?? {})
  const [login, setLogin] = useState(initial.login)
  const [preview, setPreview] = useState<Place>()
  // The fields of steps keep what is typed until their steps are changed from outside.
  const [revision, setRevision] = useState(0)
  const [isChanged, setIsChanged] = useState(false)
  /** Notes that something was changed by what no field of the form tells. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setIsChanged(true)
      set(value)
    }
  const changeSteps = changing((next: AutomationApi.Action[]) => {
    setActions(next)
    setRevision((count) => count + 1)
  })
  const send = (values: FormData) =>
    onSubmit({
      name: textOf(values, 'name'),
      description: textOf(values, 'description') || null,
      phrases: splitPhrases(textOf(values, 'phrases')),
      screenshots: textOf(values, 'screenshots') as AutomationInput['screenshots'],
      actions,
      variables,
      browser: Object.keys(browser).length > 0 ? browser : null,
      login,
      trace: textOf(values, 'trace') as AutomationInput['trace'],
    })
  return (
    <>
      {/* Also while it is saved, which may fail. */}
      <LeaveGuard isOn={isChanged} />
      <div inert={preview !== undefined} onChange={() => setIsChanged(true)}>
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
            <TextAreaField
              label="Phrases"
              name="phrases"
              defaultValue={initial.phrases.join('\n')}
              maxLength={6200}
              rows={2}
              hint="Requests that mean this automation, one on each line: up to 30, of up to 200 characters."
            />
            <SelectField label="Screenshots" name="screenshots" defaultValue={initial.screenshots}>
              <option value="key">Of opened pages, failures and the last step</option>
              <option value="all">Of every step</option>
              <option value="none">None</option>
            </SelectField>
            <SelectField
              label="Traces"
              name="trace"
              defaultValue={initial.trace ?? 'failures'}
              hint="A file of a run for Playwright’s trace viewer. Runs with secrets or a session leave none."
            >
              <option value="failures">Of the moment in which a run failed</option>
              <option value="all">Of every run, from its beginning, which makes it slower</option>
              <option value="none">None</option>
            </SelectField>
          </section>
          <PreviewContext value={source && setPreview}>
            <StepsEditor key={revision} actions={actions} onChange={changing(setActions)} />
          </PreviewContext>
          <VariablesEditor
            variables={variables}
            used={listUsedVariables(actions)}
            onChange={changing(setVariables)}
          />
          <LoginEditor login={login} onChange={changing(setLogin)} />
          <BrowserEditor browser={browser} onChange={changing(setBrowser)} />
          <div className="row form-bar">
            <Button type="submit" tone="primary" isBusy={isBusy}>
              {submit}
            </Button>
            <span className="quiet small" role="status">
              {isChanged && !isBusy && 'Not saved yet'}
            </span>
          </div>
        </Form>
      </div>
      {source && preview !== undefined && (
        <StepPreview
          key={preview}
          source={source}
          actions={actions}
          place={preview}
          onChange={(action) => changeSteps(spliceAt(actions, preview, 1, action))}
          onInsert={({ steps, variables: recorded }) => {
            changeSteps(spliceAt(actions, preview, 0, ...steps.map(({ action }) => action)))
            setVariables({ ...recorded, ...variables })
            setPreview(undefined)
          }}
          onClose={() => setPreview(undefined)}
        />
      )}
    </>
  )
}

const splitPhrases = (lines: string) => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
