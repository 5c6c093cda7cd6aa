import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField, TextField } from '../controls/field.tsx'
import { automationChoices } from './automation-queries.ts'
import { ConditionField } from './steps/condition-field.tsx'

export type Login = NonNullable<AutomationApi.Automation['login']>

interface Props {
  login: Login | null
  onChange: (login: Login | null) => void
}

/** Edits how runs of an automation stay signed in. */
export function LoginEditor({ login, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(login !== null)
  const { data } = useQuery({ ...automationChoices, enabled: isOpen })
  const choose = (automationId: string) =>
    onChange(automationId === '' ? null : { url: '', loggedIn: { present: [] }, ...login, automationId })
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
          <SelectField
            label="Signs in"
            name="login.automationId"
            value={login?.automationId ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Nobody</option>
            {data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
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
