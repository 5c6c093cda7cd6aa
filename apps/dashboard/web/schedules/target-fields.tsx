import type { AutomationApi } from '@waypost/sdk'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automationQuery } from '../automations/automation-queries.ts'
import { listRunVariables } from '../automations/list-used-variables.ts'
import { VariableFields } from '../automations/variable-fields.tsx'
import type { Choice, ChoiceGroup } from '../choices/choice.ts'
import { ChoiceField } from '../choices/choice-field.tsx'
import { CheckField, TextAreaField } from '../controls/field.tsx'
import { intentChoices } from '../intents/load-intents.ts'
import { listPipelineVariables } from '../pipelines/list-pipeline-variables.ts'
import { pipelineQuery } from '../pipelines/pipeline-queries.ts'
import { searchRunnable } from '../pipelines/search-runnable.ts'

/** The choice of what a schedule starts, and the values that it takes. */
export function TargetFields() {
  const client = useQueryClient()
  const [target, setTarget] = useState<Choice | null>(null)
  const [type = '', id = ''] = target?.value.split(' ') ?? []
  const search = async (text: string): Promise<ChoiceGroup[]> => {
    const [runnable, intents] = await Promise.all([
      searchRunnable(text),
      // Without them there are still the others.
      client.ensureQueryData(intentChoices).catch(() => []),
    ])
    const named = intents.filter((each) => each.text.toLowerCase().includes(text.toLowerCase()))
    const items = named.map((each) => ({ value: `intent ${each.intentId}`, label: each.text }))
    return [...runnable, { title: 'Earlier requests', items }]
  }
  return (
    <>
      <ChoiceField
        label="Runs"
        name="target"
        of="schedule targets"
        search={search}
        value={target}
        onChange={setTarget}
        required
      />
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
