import type { AutomationApi } from '@waypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choice } from '../choices/choice.ts'
import { ChoiceField } from '../choices/choice-field.tsx'
import { TextField } from '../controls/field.tsx'
import { automationNameQuery } from './automation-names.ts'
import { searchAutomations } from './search-automations.ts'
import { ConditionField } from './steps/condition-field.tsx'

export type Login = NonNullable<AutomationApi.Automation['login']>

interface Props {
  login: Login | null
  onChange: (login: Login | null) => void
}

/** Edits how runs of an automation stay signed in. */
export function LoginEditor({ login, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(login !== null)
  const client = useQueryClient()
  const { data: name, isError } = useQuery({
    ...automationNameQuery(login?.automationId ?? ''),
    enabled: isOpen && login !== null,
  })
  const choose = (choice: Choice | null) => {
    if (!choice) return onChange(null)
    client.setQueryData(automationNameQuery(choice.value).queryKey, choice.label)
    onChange({ url: '', loggedIn: { present: [] }, ...login, automationId: choice.value })
  }
  return (
    <section className="card">
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <h2 className="summary-title">Login</h2>
        </summary>
        <div className="stack">
          <p className="quiet">
            Another automation signs in before the steps, where the last session has ended.
          </p>
          {isOpen && (login === null || name !== undefined || isError) && (
            <ChoiceField
              label="Signs in"
              name="login.automationId"
              of="automations"
              search={searchAutomations}
              value={
                login && {
                  value: login.automationId,
                  label: name ?? (isError ? login.automationId : 'a deleted automation'),
                }
              }
              onChange={choose}
              placeholder="Nobody. Type a part of an automation’s name"
            />
          )}
          {login && (
            <>
              <TextField
                label="Page that shows who is signed in"
                name="login.url"
                placeholder="https://"
                value={login.url}
                onChange={(event) => onChange({ ...login, url: event.target.value })}
                required
              />
              <ConditionField
                label="Signed in, if"
                name="login.loggedIn"
                value={login.loggedIn}
                onChange={(loggedIn) => onChange({ ...login, loggedIn: loggedIn as Login['loggedIn'] })}
              />
            </>
          )}
        </div>
      </details>
    </section>
  )
}
