import { useState } from 'react'
import { CheckField, SelectField, TextAreaField, TextField } from '../../controls/field.tsx'
import { ConditionField } from './condition-field.tsx'
import { ExtractFieldsField } from './extract-fields-field.tsx'
import { SelectorsField } from './selectors-field.tsx'
import { choices, numbers, switches, texts } from './step-field-texts.ts'
import type { StepField } from './step-kinds.ts'

interface Props {
  field: StepField
  /** The step's property path in the request, such as `actions.0`. */
  property: string
  value: unknown
  /** Whether the step may lack the field. */
  isLeftOut?: boolean
  /** `undefined` removes the field. */
  onChange: (value: unknown) => void
}

/** The editor for one field of a step. */
export function StepFieldEditor({ field, property, value, isLeftOut = false, onChange }: Props) {
  const name = `${property}.${field}`
  const lists: Partial<Record<StepField, string>> = { selectors: 'Element', rows: 'Rows', table: 'Table' }
  const list = lists[field]
  if (list) return <SelectorsField label={list} name={name} value={value} onChange={onChange} />
  if (field === 'fields') return <ExtractFieldsField name={name} value={value} onChange={onChange} />
  if (field === 'condition')
    return <ConditionField label="Condition" name={name} value={value} onChange={onChange} />
  const choice = choices[field]
  if (choice)
    return (
      <SelectField
        label={choice.label}
        name={name}
        value={typeof value === 'string' && value in choice.options ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        {Object.entries(choice.options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </SelectField>
    )
  if (field === 'visible')
    return (
      <CheckField
        label="Until it is gone"
        checked={value === false}
        onChange={(event) => onChange(event.target.checked ? false : undefined)}
      />
    )
  const label = switches[field]
  if (label !== undefined)
    return (
      <CheckField
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked || undefined)}
      />
    )
  if (field === 'expectStatus') return <StatusField name={name} value={value} onChange={onChange} />
  if (field === 'values')
    return (
      <TextAreaField
        label="Values or labels, one per line"
        name={name}
        rows={2}
        defaultValue={(value as string[]).join('\n')}
        onChange={(event) => onChange(event.target.value.split('\n').filter((line) => line !== ''))}
      />
    )
  const number = numbers[field]
  if (number !== undefined)
    return (
      <TextField
        label={number}
        name={name}
        type="number"
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    )
  const text = texts[field] ?? { label: field }
  const isOptional =
    isLeftOut ||
    ['pattern', 'text', 'message', 'locale', 'fileName', 'from', 'subject', 'apiKey'].includes(field)
  return (
    <TextField
      {...text}
      name={name}
      value={typeof value === 'string' ? value : ''}
      required={!isOptional && field !== 'value'}
      onChange={(event) => onChange(isOptional && event.target.value === '' ? undefined : event.target.value)}
    />
  )
}

function StatusField({ name, value, onChange }: Pick<Props, 'value' | 'onChange'> & { name: string }) {
  // The text while it is typed: it may be incomplete.
  const [text, setText] = useState(() => ((value ?? []) as (number | string)[]).join(', '))
  const change = (typed: string) => {
    setText(typed)
    const statuses = typed.split(/[\s,]+/).filter((each) => each !== '')
    onChange(
      statuses.length === 0 ? undefined : statuses.map((each) => (/^\d+$/.test(each) ? Number(each) : each)),
    )
  }
  return (
    <TextField
      label="Expected status"
      name={name}
      value={text}
      placeholder="200, 500-599"
      onChange={(event) => change(event.target.value)}
      hint="Leave empty to accept any status below 400."
    />
  )
}
