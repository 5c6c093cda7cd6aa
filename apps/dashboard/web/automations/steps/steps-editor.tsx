import type { AutomationApi } from '@waypost/sdk'
import { listActions } from '../list-actions.ts'
import { StepListEditor } from './step-editor.tsx'

interface Props {
  actions: AutomationApi.Action[]
  onChange: (actions: AutomationApi.Action[]) => void
}

/** Adds, edits, moves and removes the steps of an automation. */
export function StepsEditor({ actions, onChange }: Props) {
  const taken = listActions(actions).map(({ name }) => name)
  return (
    <section className="card stack">
      <h2>Steps</h2>
      <StepListEditor number="" property="actions" taken={taken} actions={actions} onChange={onChange} />
    </section>
  )
}
