import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { automationChoices, automationQuery } from '../automations/automation-queries.ts'
import { listUsedVariables } from '../automations/list-used-variables.ts'
import { SelectField, TextField } from '../controls/field.tsx'
import { pipelineChoices } from '../pipelines/pipeline-queries.ts'

/** The choice of what a schedule starts, and the values that an automation takes. */
export function TargetFields() {
  const { data: automations = [] } = useQuery(automationChoices)
  const { data: pipelines = [] } = useQuery(pipelineChoices)
  const [target, setTarget] = useState('')
  const [type, id] = target.split(' ')
  return (
    <>
      <SelectField
        label="Runs"
        name="target"
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        required
      >
        <option value="">choose …</option>
        <optgroup label="Automations">
          {automations.map((each) => (
            <option key={each.id} value={`automation ${each.id}`}>
              {each.name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Pipelines">
          {pipelines.map((each) => (
            <option key={each.id} value={`pipeline ${each.id}`}>
              {each.name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {type === 'automation' && id && <ValueFields automationId={id} />}
    </>
  )
}

function ValueFields({ automationId }: { automationId: string }) {
  const { data } = useQuery(automationQuery(automationId))
  if (!data) return null
  const used = listUsedVariables(data.actions).map((name) => [name, {}] as const)
  const variables: AutomationApi.Automation['variables'] = { ...Object.fromEntries(used), ...data.variables }
  return Object.entries(variables).map(([name, { default: usual, secret }]) => (
    <TextField
      key={name}
      label={name}
      name={`variables.${name}`}
      type={secret ? 'password' : 'text'}
      autoComplete="off"
      required={usual === undefined}
      {...(usual !== undefined && {
        hint: secret ? 'Leave empty to use the stored value.' : `Leave empty to use “${usual}”.`,
      })}
    />
  ))
}
