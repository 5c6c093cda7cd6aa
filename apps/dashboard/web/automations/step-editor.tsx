import type { AutomationApi } from '@waypost/sdk'
import { Button } from '../controls/button.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { StepFieldEditor } from './step-field-editor.tsx'
import { changeKind, stepKinds, type StepKind } from './step-kinds.ts'
import './automations.css'

interface Props {
  /** Counted from 1. */
  number: number
  action: AutomationApi.Action
  onChange: (action: AutomationApi.Action) => void
  onRemove: () => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
}

export function StepEditor({ number, action, onChange, onRemove, onMoveUp, onMoveDown }: Props) {
  const property = `actions.${number - 1}`
  const values: Record<string, unknown> = { ...action }
  const set = (changes: Record<string, unknown>) => {
    const changed = { ...action, ...changes }
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) Reflect.deleteProperty(changed, name)
    onChange(changed)
  }
  return (
    <li className="step-editor" aria-label={`Step ${number}`}>
      <div className="row row-apart">
        <h3>Step {number}</h3>
        <div className="row">
          <Button tone="plain" disabled={!onMoveUp} onClick={onMoveUp} aria-label={`Move step ${number} up`}>
            Up
          </Button>
          <Button
            tone="plain"
            disabled={!onMoveDown}
            onClick={onMoveDown}
            aria-label={`Move step ${number} down`}
          >
            Down
          </Button>
          <Button tone="plain-danger" onClick={onRemove} aria-label={`Remove step ${number}`}>
            Remove
          </Button>
        </div>
      </div>
      <div className="step-fields">
        <TextField
          label="Name"
          name={`${property}.name`}
          value={action.name}
          onChange={(event) => set({ name: event.target.value })}
          maxLength={100}
          required
        />
        <SelectField
          label="Action"
          name={`${property}.type`}
          value={action.type}
          onChange={(event) => onChange(changeKind(action, event.target.value as StepKind))}
        >
          {Object.entries(stepKinds).map(([kind, { label }]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        {stepKinds[action.type].fields.map((field) => (
          <StepFieldEditor
            key={`${action.type} ${field}`}
            field={field}
            property={property}
            value={values[field]}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      </div>
    </li>
  )
}
