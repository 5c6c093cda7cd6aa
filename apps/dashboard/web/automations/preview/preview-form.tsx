import type { AutomationApi } from '@waypost/sdk'
import { Button } from '../../controls/button.tsx'
import { Form } from '../../controls/form.tsx'
import { textOf } from '../../controls/form-values.ts'
import { SessionField } from '../../sessions/session-field.tsx'
import { listRunVariables, listUsedVariables } from '../list-used-variables.ts'
import { readVariables, VariableFields } from '../variable-fields.tsx'
import type { PreviewSource } from './preview-context.ts'

interface Props {
  source: PreviewSource
  /** Those that are performed. */
  actions: AutomationApi.Action[]
  isBusy: boolean
  error: Error | null
  onOpen: (given: Pick<AutomationApi.NewRecording, 'variables' | 'sessionId'>) => void
}

/** What the steps before a preview need. */
export function PreviewForm({ source, actions, isBusy, error, onOpen }: Props) {
  const used = new Set(listUsedVariables(actions))
  const known = listRunVariables({ actions, variables: source.variables })
  const variables = Object.fromEntries(Object.entries(known).filter(([name]) => used.has(name)))
  const submit = (values: FormData) => {
    const given = readVariables(values)
    const sessionId = textOf(values, 'sessionId')
    onOpen({ ...(given && { variables: given }), ...(sessionId !== '' && { sessionId }) })
  }
  return (
    <Form onSubmit={submit} error={error}>
      <p>The steps before are performed now, in a browser of their own, and with what they do.</p>
      <VariableFields variables={variables} />
      <SessionField />
      <div className="row">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Run to here
        </Button>
      </div>
    </Form>
  )
}
