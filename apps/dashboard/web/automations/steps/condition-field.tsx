import { SelectField, TextField } from '../../controls/field.tsx'
import { SelectorsField } from './selectors-field.tsx'

interface Props {
  label: string
  name: string
  value: unknown
  onChange: (value: unknown) => void
}

const subjects = {
  present: 'An element is there',
  absent: 'An element is not there',
  text: 'The page shows a text',
  url: 'The URL is',
  variable: 'A variable',
  output: 'What an earlier step stored',
}
const comparisons = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  atLeast: 'is at least',
  atMost: 'is at most',
  isEmpty: 'is empty',
}
type Subject = keyof typeof subjects
type Comparison = keyof typeof comparisons

const blanks: Record<Subject, object> = {
  present: { present: [] },
  absent: { absent: [] },
  text: { text: '' },
  url: { url: '' },
  variable: { variable: '', equals: '' },
  output: { output: '', equals: '' },
}

/** What an `if` or a `repeat` decides by. */
export function ConditionField({ label, name, value, onChange }: Props) {
  const condition = (value ?? {}) as Record<string, unknown>
  const textOf = (key: string) => (key in condition ? (condition[key] as string | number).toString() : '')
  const subject = (Object.keys(subjects) as Subject[]).find((each) => each in condition) ?? 'present'
  const comparison = (Object.keys(comparisons) as Comparison[]).find((each) => each in condition)
  const set = (changes: object) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...condition, ...changes }).filter(([, each]) => each !== undefined),
      ),
    )
  const compare = (how: Comparison, to: string) => {
    const others = Object.entries(condition).filter(([key]) => !(key in comparisons))
    const compared = how === 'isEmpty' ? true : how.startsWith('at') ? Number(to) : to
    onChange({ ...Object.fromEntries(others), [how]: compared })
  }
  return (
    <fieldset className="stack-tight">
      <SelectField
        label={label}
        name={name}
        value={subject}
        onChange={(event) => onChange(blanks[event.target.value as Subject])}
      >
        {Object.entries(subjects).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </SelectField>
      {subject === 'present' || subject === 'absent' ? (
        <SelectorsField
          key={subject}
          label="Element of the condition"
          name={`${name}.${subject}`}
          value={condition[subject]}
          onChange={(selectors) => set({ [subject]: selectors ?? [] })}
        />
      ) : (
        <TextField
          label={subject === 'variable' || subject === 'output' ? 'Its name' : 'Value'}
          name={`${name}.${subject}`}
          value={textOf(subject)}
          onChange={(event) => set({ [subject]: event.target.value })}
          required
        />
      )}
      {subject === 'text' && (
        <SelectorsField
          label="Of which element (empty: of the page)"
          name={`${name}.selectors`}
          value={condition['selectors']}
          onChange={(selectors) => set({ selectors })}
        />
      )}
      {comparison && (
        <div className="step-fields">
          <SelectField
            label="Comparison"
            name={`${name}.${comparison}`}
            value={comparison}
            onChange={(event) => compare(event.target.value as Comparison, '')}
          >
            {Object.entries(comparisons).map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </SelectField>
          {comparison !== 'isEmpty' && (
            <TextField
              label="Compared with"
              name={`${name}.${comparison}`}
              type={comparison.startsWith('at') ? 'number' : 'text'}
              value={textOf(comparison)}
              onChange={(event) => compare(comparison, event.target.value)}
            />
          )}
        </div>
      )}
    </fieldset>
  )
}
