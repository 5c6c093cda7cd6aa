import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { StepEditor } from './step-editor.tsx'

interface Props {
  actions: AutomationApi.Action[]
  onChange: (actions: AutomationApi.Action[]) => void
}

/** Adds, edits, moves and removes the steps of an automation. */
export function StepsEditor({ actions, onChange }: Props) {
  // Steps have no ids, so each gets a key: React must keep their input fields apart while steps move.
  const [keys, setKeys] = useState(() => actions.map((_, index) => index))
  const put = (nextActions: AutomationApi.Action[], nextKeys: number[]) => {
    setKeys(nextKeys)
    onChange(nextActions)
  }
  const add = () =>
    put(
      [...actions, { name: unusedName(actions), type: 'click', selectors: [] }],
      [...keys, Math.max(-1, ...keys) + 1],
    )
  const remove = (index: number) => put(actions.toSpliced(index, 1), keys.toSpliced(index, 1))
  const move = (index: number, by: number) => {
    const moved = <Item,>(list: Item[]) => list.toSpliced(index, 1).toSpliced(index + by, 0, list[index]!)
    put(moved(actions), moved(keys))
  }
  return (
    <section className="card stack">
      <h2>Steps</h2>
      <ol className="stack">
        {actions.map((action, index) => (
          <StepEditor
            key={keys[index]}
            number={index + 1}
            action={action}
            onChange={(changed) => onChange(actions.with(index, changed))}
            onRemove={() => remove(index)}
            onMoveUp={index > 0 ? () => move(index, -1) : undefined}
            onMoveDown={index < actions.length - 1 ? () => move(index, 1) : undefined}
          />
        ))}
      </ol>
      <div className="row">
        <Button onClick={add}>Add step</Button>
      </div>
    </section>
  )
}

function unusedName(actions: AutomationApi.Action[]): string {
  const names = new Set(actions.map(({ name }) => name))
  let number = actions.length + 1
  while (names.has(`Step ${number}`)) number += 1
  return `Step ${number}`
}
