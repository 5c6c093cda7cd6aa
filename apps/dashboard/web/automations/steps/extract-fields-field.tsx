import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../../controls/field.tsx'
import { SelectorsField } from './selectors-field.tsx'

interface ExtractField {
  selectors?: (string | string[])[]
  column?: string
  attribute?: string
  type?: string
  required?: boolean
}

interface Props {
  name: string
  value: unknown
  onChange: (value: unknown) => void
}

const types = {
  text: 'Text',
  number: 'Number',
  integer: 'Whole number',
  money: 'Amount of money',
  date: 'Date',
  boolean: 'Yes or no',
  url: 'URL',
  html: 'HTML',
  exists: 'Whether it is there',
  count: 'How many there are',
}

/** What is read of each row of a list. */
export function ExtractFieldsField({ name, value, onChange }: Props) {
  const entries = Object.entries((value ?? {}) as Record<string, ExtractField>)
  // Fields are known by their places while they are renamed.
  const [keys, setKeys] = useState(() => entries.map((_, index) => index))
  const put = (changed: [string, ExtractField][]) =>
    onChange(changed.length === 0 ? undefined : Object.fromEntries(changed))
  const change = (index: number, called: string, changes: Record<string, unknown>) => {
    const field: Record<string, unknown> = { ...entries[index]![1], ...changes }
    for (const [key, given] of Object.entries(field))
      if (given === undefined || given === '' || given === false) Reflect.deleteProperty(field, key)
    // Two fields of one name would be one.
    if (entries.some(([other], at) => at !== index && other === called)) return
    put(entries.with(index, [called, field]))
  }
  const add = () => {
    setKeys([...keys, Math.max(-1, ...keys) + 1])
    let number = entries.length + 1
    while (entries.some(([called]) => called === `field${number}`)) number += 1
    put([...entries, [`field${number}`, {}]])
  }
  const remove = (index: number) => {
    setKeys(keys.toSpliced(index, 1))
    put(entries.toSpliced(index, 1))
  }
  return (
    <fieldset className="stack-tight step-wide">
      <legend className="field-label">Fields of each row</legend>
      {entries.map(([called, field], index) => (
        <div key={keys[index]} className="step-fields">
          <TextField
            label="Name of the field"
            name={`${name}.${called}`}
            value={called}
            onChange={(event) => change(index, event.target.value, {})}
            required
          />
          <SelectorsField
            label="Element within the row"
            name={`${name}.${called}.selectors`}
            value={field.selectors}
            onChange={(selectors) => change(index, called, { selectors })}
          />
          <TextField
            label="Column of the table"
            name={`${name}.${called}.column`}
            value={field.column ?? ''}
            onChange={(event) => change(index, called, { column: event.target.value })}
          />
          <SelectField
            label="Type"
            name={`${name}.${called}.type`}
            value={field.type ?? 'text'}
            onChange={(event) => change(index, called, { type: event.target.value })}
          >
            {Object.entries(types).map(([type, text]) => (
              <option key={type} value={type}>
                {text}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Attribute"
            name={`${name}.${called}.attribute`}
            value={field.attribute ?? ''}
            onChange={(event) => change(index, called, { attribute: event.target.value })}
          />
          <CheckField
            label="Required in each row"
            checked={field.required === true}
            onChange={(event) => change(index, called, { required: event.target.checked })}
          />
          <Button tone="plain-danger" onClick={() => remove(index)} aria-label={`Remove field ${called}`}>
            Remove
          </Button>
        </div>
      ))}
      <div className="row">
        <Button onClick={add}>Add field</Button>
      </div>
    </fieldset>
  )
}
