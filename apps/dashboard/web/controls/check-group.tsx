import { useId } from 'react'
import { CheckField } from './field.tsx'
import { useFormIssues } from './form-issues.ts'

interface Props {
  legend: string
  name: string
  options: { value: string; label: string }[]
  chosen?: readonly string[]
}

/** Checkboxes of which several can be ticked. They are sent as several values of one name. */
export function CheckGroup({ legend, name, options, chosen = [] }: Props) {
  const id = useId()
  const issue = useFormIssues().messages.get(name)
  return (
    <fieldset {...(issue !== undefined && { 'aria-describedby': id })}>
      <legend className="legend">{legend}</legend>
      <div className="checks">
        {options.map(({ value, label }) => (
          <CheckField
            key={value}
            name={name}
            value={value}
            label={label}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </div>
      {issue !== undefined && (
        <span className="field-error" id={id} role="alert">
          {issue}
        </span>
      )}
    </fieldset>
  )
}
