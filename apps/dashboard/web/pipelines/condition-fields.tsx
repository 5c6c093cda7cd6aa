import { SelectField, TextField } from '../controls/field.tsx'
import { comparisonLabels, type Comparison, type MemberSettings } from './member-settings.ts'

type Condition = NonNullable<MemberSettings['when']>

interface Props {
  title: string
  when: Condition | undefined
  onChange: (when: Condition | undefined) => void
}

type Subject = 'completed' | 'failed' | 'output' | 'variable'

/** When an automation of a pipeline runs. */
export function ConditionFields({ title, when, onChange }: Props) {
  const subject = (['completed', 'failed', 'output', 'variable'] as const).find(
    (each) => when?.[each] !== undefined,
  )
  const compared = subject === 'output' || subject === 'variable'
  const [comparison = 'equals'] = comparisonLabels.flatMap(([name]) =>
    when?.[name] !== undefined ? name : [],
  )
  const build = (next: { subject?: Subject; of?: string; by?: Comparison; to?: string }): Condition => {
    const { subject: about = subject!, of = (when && subject && when[subject]) ?? '' } = next
    if (about === 'completed' || about === 'failed') return { [about]: of }
    const { by = comparison, to = String(when?.[comparison] ?? '') } = next
    const isNumber = by === 'atLeast' || by === 'atMost'
    return { [about]: of, [by]: isNumber ? Number(to) : to }
  }
  return (
    <>
      <SelectField
        label={`Run ${title}`}
        name="when"
        value={subject ?? ''}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : build({ subject: target.value as Subject }))
        }
      >
        <option value="">always</option>
        <option value="completed">only if an earlier automation completed</option>
        <option value="failed">only if an earlier automation failed</option>
        <option value="output">depending on what was read</option>
        <option value="variable">depending on a value of the run</option>
      </SelectField>
      {when && subject && (
        <TextField
          label={compared ? 'What is compared' : 'Name of the earlier automation'}
          hint={subject === 'output' ? 'search.first' : undefined}
          name="when.of"
          value={when[subject] ?? ''}
          onChange={({ target }) => onChange(build({ of: target.value.trim() }))}
        />
      )}
      {when && compared && when.isEmpty === undefined && (
        <>
          <SelectField
            label="Comparison"
            name="when.by"
            value={comparison}
            onChange={({ target }) => onChange(build({ by: target.value as Comparison }))}
          >
            {comparisonLabels.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Value"
            name="when.to"
            value={String(when[comparison] ?? '')}
            onChange={({ target }) => onChange(build({ to: target.value }))}
          />
        </>
      )}
    </>
  )
}
