import type { AutomationApi } from '@waypost/sdk'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automationNameQuery } from '../automations/automation-names.ts'
import { searchAutomations } from '../automations/search-automations.ts'
import { Button } from '../controls/button.tsx'
import type { Choice } from '../choices/choice.ts'
import { ChoiceField } from '../choices/choice-field.tsx'
import { CheckField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { MemberFields } from './member-fields.tsx'
import { changeSettings, type MemberSettings } from './member-settings.ts'

export type PipelineInput = Pick<
  AutomationApi.Pipeline,
  'name' | 'automationIds' | 'members' | 'continueOnFailure' | 'chainSession'
>

interface Props {
  initial?: PipelineInput
  submit: string
  onSubmit: (input: PipelineInput) => void
  isBusy: boolean
  error: Error | null
}

/** The form for a pipeline's automations and options. */
export function PipelineForm({ initial, submit, onSubmit, isBusy, error }: Props) {
  const client = useQueryClient()
  const [ids, setIds] = useState<string[]>(initial?.automationIds ?? [])
  const [members, setMembers] = useState<MemberSettings[]>(initial?.members ?? [])
  const [added, setAdded] = useState(0)
  const names = useQueries({
    queries: ids.map((id) => automationNameQuery(id)),
    combine: (found) => new Map(ids.map((id, index) => [id, found[index]?.data])),
  })
  const nameOf = (id: string) => names.get(id) ?? 'an automation'
  const add = (choice: Choice | null) => {
    if (!choice) return
    client.setQueryData(automationNameQuery(choice.value).queryKey, choice.label)
    setIds([...ids, choice.value])
    setAdded(added + 1)
  }
  const move = (index: number) => setIds(ids.toSpliced(index, 1).toSpliced(index - 1, 0, ids[index]!))
  const send = (values: FormData) =>
    onSubmit({
      name: textOf(values, 'name'),
      automationIds: ids,
      members: members.filter(({ automationId }) => ids.includes(automationId)),
      continueOnFailure: values.has('continueOnFailure'),
      chainSession: values.has('chainSession'),
    })
  return (
    <Form onSubmit={send} error={error}>
      <TextField label="Name" name="name" maxLength={200} defaultValue={initial?.name} required />
      <div className="stack-tight">
        <h3>Automations, in order</h3>
        <ol className="steps">
          {ids.map((id, index) => (
            <li key={id}>
              <span className="row row-apart">
                {nameOf(id)}
                <span className="row">
                  <Button
                    tone="plain"
                    disabled={index === 0}
                    aria-label={`Move ${nameOf(id)} up`}
                    onClick={() => move(index)}
                  >
                    Up
                  </Button>
                  <Button
                    tone="plain-danger"
                    aria-label={`Remove ${nameOf(id)}`}
                    onClick={() => setIds(ids.filter((each) => each !== id))}
                  >
                    Remove
                  </Button>
                </span>
              </span>
              <MemberFields
                title={nameOf(id)}
                settings={members.find(({ automationId }) => automationId === id) ?? { automationId: id }}
                onChange={(change) => setMembers(changeSettings(members, id, change))}
              />
            </li>
          ))}
        </ol>
        <ChoiceField
          // Empty again for the next one.
          key={added}
          label="Add an automation"
          name="add"
          of="automations"
          search={searchAutomations}
          value={null}
          onChange={add}
          without={ids}
          autoFocus={added > 0}
        />
      </div>
      <CheckField
        name="continueOnFailure"
        label="Continue if an automation fails"
        defaultChecked={initial?.continueOnFailure ?? true}
      />
      <CheckField
        name="chainSession"
        label="Pass the session from each automation to the next (stays signed in)"
        defaultChecked={initial?.chainSession ?? true}
      />
      <Button type="submit" tone="primary" isBusy={isBusy} disabled={ids.length === 0}>
        {submit}
      </Button>
    </Form>
  )
}
