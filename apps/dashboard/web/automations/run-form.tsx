import { Button } from '../controls/button.tsx'
import { CheckField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { exactTextOf, textOf } from '../controls/form-values.ts'
import { SessionField } from '../sessions/session-field.tsx'
import { VariableFields, type Variables } from './variable-fields.tsx'

export interface RunInput {
  variables?: Record<string, string>
  sessionId?: string
  saveSession?: boolean
}

interface Props {
  variables: Variables
  /** What the form begins with. */
  given?: Pick<RunInput, 'variables' | 'sessionId'>
  onRun: (input: RunInput) => void
  isBusy: boolean
  error: Error | null
}

/** The form for a run's values and the session that it starts with. */
export function RunForm({ variables, given = {}, onRun, isBusy, error }: Props) {
  const names = Object.keys(variables)
  const submit = (values: FormData) => {
    // An empty field means the default value.
    const filled = names.flatMap((name) => {
      const value = exactTextOf(values, `variables.${name}`)
      return value === '' ? [] : [[name, value]]
    })
    const sessionId = textOf(values, 'sessionId')
    onRun({
      ...(filled.length > 0 && { variables: Object.fromEntries(filled) as Record<string, string> }),
      ...(sessionId !== '' && { sessionId }),
      ...(values.has('saveSession') && { saveSession: true }),
    })
  }
  return (
    <Form onSubmit={submit} error={error}>
      <VariableFields variables={variables} {...(given.variables && { given: given.variables })} />
      <SessionField defaultValue={given.sessionId} />
      <CheckField
        name="saveSession"
        label="Save the session at the end, so that other runs can start with it"
      />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Run now
      </Button>
    </Form>
  )
}
