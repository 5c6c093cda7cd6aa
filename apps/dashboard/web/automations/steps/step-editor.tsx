import type { AutomationApi } from '@waypost/sdk'
import { use, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../../controls/field.tsx'
import { PreviewContext } from '../preview/preview-context.ts'
import { UploadField } from './upload-field.tsx'
import { RoundsField } from './rounds-field.tsx'
import { SelectorsField } from './selectors-field.tsx'
import { StepFieldEditor } from './step-field-editor.tsx'
import { changeKind, optional, stepKinds, type StepField, type StepKind } from './step-kinds.ts'
import { WindowField } from './window-field.tsx'
import '../automations.css'

interface Props {
  /** Its place, as `2.1`. */
  number: string
  /** The step's property path in the request, such as `actions.0`. */
  property: string
  /** The names of all steps of the automation. */
  taken: string[]
  action: AutomationApi.Action
  onChange: (action: AutomationApi.Action) => void
  onRemove: () => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
  /** Shows the page as it is before the step. */
  onPreview: (() => void) | undefined
}

const isNested = (field: StepField) => field === 'steps' || field === 'else'

/** The editor of one step, and of the steps within it. */
function StepEditor(props: Props) {
  const { number, property, taken, action, onChange, onRemove, onMoveUp, onMoveDown, onPreview } = props
  const values: Record<string, unknown> = { ...action }
  const { fields } = stepKinds[action.type]
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
          {onPreview && (
            <Button tone="plain" onClick={onPreview} aria-label={`Preview before step ${number}`}>
              Preview
            </Button>
          )}
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
        {fields
          .filter((field) => !isNested(field))
          .map((field) => {
            const key = `${action.type} ${field}`
            if (field === 'window')
              return <WindowField key={key} property={property} values={values} set={set} />
            if (field === 'task')
              return (
                <TextField
                  key={key}
                  label="What the person does"
                  name={`${property}.message`}
                  value={typeof values['message'] === 'string' ? values['message'] : ''}
                  onChange={(event) => set({ message: event.target.value })}
                  hint="The run waits until it is continued on its page, or with the link of the event execution.waiting."
                  required
                />
              )
            if (field === 'uploaded')
              return <UploadField key={key} property={property} values={values} set={set} />
            if (field === 'rounds')
              return <RoundsField key={key} property={property} values={values} set={set} />
            if (field === 'dropOn')
              return (
                <SelectorsField
                  key={key}
                  label="Onto the element"
                  name={`${property}.to.selectors`}
                  value={(values['to'] as { selectors?: unknown } | undefined)?.selectors}
                  onChange={(selectors) => set({ to: { selectors: selectors ?? [] } })}
                />
              )
            return (
              <StepFieldEditor
                key={key}
                field={field}
                property={property}
                value={values[field]}
                isLeftOut={optional[action.type]?.includes(field) ?? false}
                onChange={(value) => set({ [field]: value })}
              />
            )
          })}
        {action.type !== 'wait' && (
          <TextField
            label="Longest wait, in milliseconds"
            name={`${property}.timeoutMs`}
            type="number"
            min={1}
            value={action.timeoutMs ?? ''}
            onChange={(event) =>
              set({ timeoutMs: event.target.value === '' ? undefined : Number(event.target.value) })
            }
          />
        )}
        <CheckField
          label="Optional: the run goes on without it"
          checked={action.optional === true}
          onChange={(event) => set({ optional: event.target.checked || undefined })}
        />
      </div>
      {fields.filter(isNested).map((field) => (
        <NestedSteps
          key={field}
          title={field === 'else' ? 'Otherwise' : 'Steps within it'}
          number={field === 'else' ? `${number}.else` : number}
          property={`${property}.${field}`}
          taken={taken}
          actions={(values[field] ?? []) as AutomationApi.Action[]}
          onChange={(steps) => set({ [field]: field === 'else' && steps.length === 0 ? undefined : steps })}
        />
      ))}
    </li>
  )
}

interface ListProps {
  /** The place of the step that the list is in; empty for the automation's own. */
  number: string
  property: string
  taken: string[]
  actions: AutomationApi.Action[]
  onChange: (actions: AutomationApi.Action[]) => void
}

/** Adds, edits, moves and removes the steps of one list. */
export function StepListEditor({ number, property, taken, actions, onChange }: ListProps) {
  // Steps have no ids, so each gets a key: React must keep their input fields apart while steps move.
  const [keys, setKeys] = useState(() => actions.map((_, index) => index))
  const put = (nextActions: AutomationApi.Action[], nextKeys: number[]) => {
    setKeys(nextKeys)
    onChange(nextActions)
  }
  const add = () =>
    put(
      [...actions, { name: unusedName(taken), type: 'click', selectors: [] }],
      [...keys, Math.max(-1, ...keys) + 1],
    )
  const remove = (index: number) => put(actions.toSpliced(index, 1), keys.toSpliced(index, 1))
  const move = (index: number, by: number) => {
    const moved = <Item,>(list: Item[]) => list.toSpliced(index, 1).toSpliced(index + by, 0, list[index]!)
    put(moved(actions), moved(keys))
  }
  const within = number === '' ? '' : ` to ${number}`
  const preview = use(PreviewContext)
  const isOwn = number === ''
  const placeOf = (index: number) => `${property}.${index}`.slice('actions.'.length)
  return (
    <>
      <ol className="stack">
        {actions.map((action, index) => (
          <StepEditor
            key={keys[index]}
            number={number === '' ? String(index + 1) : `${number}.${index + 1}`}
            property={`${property}.${index}`}
            taken={taken}
            action={action}
            onChange={(changed) => onChange(actions.with(index, changed))}
            onRemove={() => remove(index)}
            onMoveUp={index > 0 ? () => move(index, -1) : undefined}
            onMoveDown={index < actions.length - 1 ? () => move(index, 1) : undefined}
            onPreview={preview && (index > 0 || !isOwn) ? () => preview(placeOf(index)) : undefined}
          />
        ))}
      </ol>
      <div className="row">
        <Button onClick={add} aria-label={`Add step${within}`}>
          Add step
        </Button>
        {preview && isOwn && actions.length > 0 && (
          <Button onClick={() => preview(placeOf(actions.length))}>Preview after the last step</Button>
        )}
      </div>
    </>
  )
}

function NestedSteps({ title, ...list }: ListProps & { title: string }) {
  return (
    <section className="stack-tight step-nested" aria-label={`${title} of step ${list.number}`}>
      <h4>{title}</h4>
      <StepListEditor {...list} />
    </section>
  )
}

function unusedName(taken: string[]): string {
  let number = taken.length + 1
  while (taken.includes(`Step ${number}`)) number += 1
  return `Step ${number}`
}
