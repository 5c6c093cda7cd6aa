import { SelectField, TextField } from '../../controls/field.tsx'
import { ConditionField } from './condition-field.tsx'

interface Props {
  /** The step's property path in the request, such as `actions.0`. */
  property: string
  values: Record<string, unknown>
  set: (changes: Record<string, unknown>) => void
}

/** How often a step repeats the steps within it. */
export function RoundsField({ property, values, set }: Props) {
  const kind = 'times' in values ? 'times' : 'while' in values ? 'while' : 'until'
  const choose = (way: string) =>
    set({
      times: way === 'times' ? 2 : undefined,
      until: way === 'until' ? { absent: [] } : undefined,
      while: way === 'while' ? { present: [] } : undefined,
    })
  return (
    <>
      <SelectField
        label="Repeat"
        name={`${property}.repeat`}
        value={kind}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="until">until something holds</option>
        <option value="while">while something holds</option>
        <option value="times">a number of times</option>
      </SelectField>
      {kind === 'times' ? (
        <TextField
          label="Times"
          name={`${property}.times`}
          type="number"
          min={1}
          max={1000}
          value={String(values['times'])}
          onChange={(event) => set({ times: Number(event.target.value) })}
        />
      ) : (
        <ConditionField
          label="Condition"
          name={`${property}.${kind}`}
          value={values[kind]}
          onChange={(condition) => set({ [kind]: condition })}
        />
      )}
    </>
  )
}
