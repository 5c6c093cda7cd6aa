import { useQuery } from '@tanstack/react-query'
import { automationQuery } from '../automations/automation-queries.ts'
import { listUsedVariables } from '../automations/list-used-variables.ts'
import { TextField } from '../controls/field.tsx'
import { ConditionFields } from './condition-fields.tsx'
import type { MemberSettings } from './member-settings.ts'

interface Props {
  settings: MemberSettings
  /** The name of the automation. */
  title: string
  onChange: (change: Partial<MemberSettings>) => void
}

/** What an automation of a pipeline gets from earlier ones, and whether and how often it runs. */
export function MemberFields({ settings, title, onChange }: Props) {
  const { automationId, name = '', inputs = {}, when, forEach } = settings
  const { data } = useQuery(automationQuery(automationId))
  const variables = data
    ? [...new Set([...listUsedVariables(data.actions), ...Object.keys(data.variables)])]
    : []
  const field = (part: string) => `members.${automationId}.${part}`
  const changeRows = (change: { in?: string; as?: string }) =>
    onChange({ forEach: { in: forEach?.in ?? '', as: forEach?.as ?? '', ...change } })
  return (
    <details>
      <summary>Data and conditions of {title}</summary>
      <div className="stack-tight">
        <TextField
          label={`Name of ${title} for later automations`}
          hint="They use what it reads as ${name.output}."
          name={field('name')}
          value={name}
          onChange={({ target }) => onChange({ name: target.value.trim() })}
        />
        {variables.map((variable) => (
          <TextField
            key={variable}
            label={`${variable} of ${title}`}
            hint="Empty: the value of the run. ${search.first} is what an earlier automation has read."
            name={field(`inputs.${variable}`)}
            value={inputs[variable] ?? ''}
            onChange={({ target }) => onChange({ inputs: { ...inputs, [variable]: target.value } })}
          />
        ))}
        <TextField
          label={`Run ${title} for each row of`}
          hint="A list that an earlier automation reads: search.products. Empty: it runs once."
          name={field('forEach.in')}
          value={forEach?.in ?? ''}
          onChange={({ target }) => changeRows({ in: target.value.trim() })}
        />
        {forEach && (
          <TextField
            label="Name of the row"
            hint="product, for ${product.link}"
            name={field('forEach.as')}
            value={forEach.as}
            onChange={({ target }) => changeRows({ as: target.value.trim() })}
          />
        )}
        <ConditionFields title={title} when={when} onChange={(next) => onChange({ when: next })} />
      </div>
    </details>
  )
}
