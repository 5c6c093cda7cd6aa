import { useState } from 'react'
import { CheckField, SelectField, TextAreaField, TextField } from '../../controls/field.tsx'
import { ConditionField } from './condition-field.tsx'
import { ExtractFieldsField } from './extract-fields-field.tsx'
import { SelectorsField } from './selectors-field.tsx'
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

const numbers: Partial<Record<StepField, string>> = {
  x: 'Horizontal distance, in pixels',
  y: 'Vertical distance, in pixels',
  width: 'Width, in pixels',
  height: 'Height, in pixels',
  download: 'Download, in bytes per second (-1: unlimited)',
  upload: 'Upload, in bytes per second (-1: unlimited)',
  latency: 'Latency, in milliseconds',
  min: 'Least number of rows',
  durationMs: 'Time, in milliseconds',
  count: 'Number of elements',
  max: 'Most rounds',
  timeoutMs: 'Longest wait, in milliseconds',
}

const texts: Partial<Record<StepField, { label: string; hint?: string; placeholder?: string }>> = {
  url: { label: 'URL', placeholder: 'https://', hint: '${name} is replaced with the value of a variable.' },
  value: { label: 'Text', hint: '${name} is replaced with the value of a variable.' },
  key: { label: 'Key', placeholder: 'Enter' },
  text: { label: 'Text', hint: '${name} is replaced with the value of a variable.' },
  fileName: { label: 'Name of the file' },
  message: { label: 'Message when it fails' },
  address: {
    label: 'Alias',
    hint: 'An alias of yours.',
  },
  apiKey: {
    label: 'Key of the alias service',
    placeholder: '${secrets.aliasApiKey}',
    hint: 'A secret with emails:read. Leave empty to use your secret aliasApiKey.',
  },
  from: { label: 'Sender contains' },
  subject: { label: 'Subject contains' },
  locale: { label: 'Language of numbers and dates', placeholder: 'de-DE' },
  in: { label: 'List', hint: 'What an earlier step stores, or a variable with a list.' },
  as: { label: 'Name of each item', hint: 'Its steps use ${name}, or ${name.field} for a row.' },
  output: { label: 'Store as', placeholder: 'price' },
  pattern: {
    label: 'Pattern',
    hint: 'A regular expression: only what it matches is stored. Leave empty to store the whole text.',
  },
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
  if (field === 'answer')
    return (
      <SelectField
        label="Answer"
        name={name}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="accept">OK</option>
        <option value="dismiss">Cancel</option>
      </SelectField>
    )
  if (field === 'multiple')
    return (
      <CheckField
        label="Extract all matching elements as a list"
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
