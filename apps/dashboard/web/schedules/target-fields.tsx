import type { AutomationApi } from '@waypost/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { automationChoices, automationQuery } from '../automations/automation-queries.ts'
import { listRunVariables } from '../automations/list-used-variables.ts'
import { VariableFields } from '../automations/variable-fields.tsx'
import { CheckField, SelectField, TextAreaField } from '../controls/field.tsx'
import { intentChoices } from '../intents/load-intents.ts'
import { listPipelineVariables } from '../pipelines/list-pipeline-variables.ts'
import { pipelineChoices, pipelineQuery } from '../pipelines/pipeline-queries.ts'

interface Choice {
  value: string
  label: string
}

/** The choice of what a schedule starts, and the values that it takes. */
export function TargetFields() {
  const { data: automations = [] } = useQuery(automationChoices)
  const { data: pipelines = [] } = useQuery(pipelineChoices)
  const { data: intents = [] } = useQuery(intentChoices)
  const [target, setTarget] = useState('')
  const [type = '', id = ''] = target.split(' ')
  const groups: Record<string, Choice[]> = {
    Automations: automations.map((each) => ({ value: `automation ${each.id}`, label: each.name })),
    Pipelines: pipelines.map((each) => ({ value: `pipeline ${each.id}`, label: each.name })),
    'Earlier requests': intents.map((each) => ({ value: `intent ${each.intentId}`, label: each.text })),
  }
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
        {Object.entries(groups).map(([label, choices]) => (
          <optgroup key={label} label={label}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <ValueFields type={type} id={id} />
    </>
  )
}

/** New values for what a schedule starts. The present ones are not shown: they may be secret. */
export function NewValueFields({ target }: { target: AutomationApi.Schedule['target'] }) {
  const [isReplacing, setIsReplacing] = useState(false)
  return (
    <>
      <CheckField
        name="replaceValues"
        label="Replace the values of its variables"
        checked={isReplacing}
        onChange={(event) => setIsReplacing(event.target.checked)}
      />
      {isReplacing && <ValueFields {...target} />}
    </>
  )
}

function ValueFields({ type, id }: { type: string; id: string }) {
  if (type === 'automation') return <AutomationValues id={id} />
  if (type === 'pipeline') return <PipelineValues id={id} />
  if (type !== 'intent') return null
  return (
    <TextAreaField
      label="Values"
      name="values"
      rows={2}
      placeholder="title = Harbour in Fog"
      hint="What the request itself does not say, one value on each line."
    />
  )
}

function AutomationValues({ id }: { id: string }) {
  const { data } = useQuery(automationQuery(id))
  return data && <VariableFields key={id} variables={listRunVariables(data)} />
}

function PipelineValues({ id }: { id: string }) {
  const { data: pipeline } = useQuery(pipelineQuery(id))
  const members = useQueries({
    queries: (pipeline?.automationIds ?? []).map((each) => automationQuery(each)),
  })
  const loaded = members.flatMap(({ data }) => data ?? [])
  if (!pipeline || loaded.length < members.length) return null
  return <VariableFields key={id} variables={listPipelineVariables(pipeline, loaded)} />
}
