import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CheckField, TextField } from '../controls/field.tsx'

type Variables = AutomationApi.Automation['variables']

interface Row {
  key: number
  name: string
  usual: string
  isSecret: boolean
  isAuthenticator: boolean
  /** What this editor does not show. */
  others: Omit<Variables[string], 'default' | 'secret'>
}

interface Props {
  variables: Variables
  /** The variable names that the steps use. */
  used: string[]
  onChange: (variables: Variables) => void
}

/** Edits the variables of an automation and their default values. */
export function VariablesEditor({ variables, used, onChange }: Props) {
  const [rows, setRows] = useState<Row[]>(() =>
    Object.entries(variables).map(([name, { default: usual = '', secret = false, ...others }], key) => ({
      key,
      name,
      usual,
      isSecret: secret,
      isAuthenticator: others.kind === 'totp',
      others,
    })),
  )
  const put = (next: Row[]) => {
    setRows(next)
    const entries = next
      .filter(({ name }) => name !== '')
      .map(({ name, usual, isSecret, isAuthenticator, others: { kind, ...others } }) => [
        name,
        {
          ...others,
          ...(isAuthenticator ? { kind: 'totp' } : kind !== undefined && kind !== 'totp' && { kind }),
          ...(usual !== '' && { default: usual }),
          ...((isSecret || isAuthenticator) && { secret: true }),
        },
      ])
    onChange(Object.fromEntries(entries) as Variables)
  }
  const change = (row: Row, changes: Partial<Row>) =>
    put(rows.map((each) => (each === row ? { ...each, ...changes } : each)))
  const add = (name: string) =>
    put([
      ...rows,
      {
        key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
        name,
        usual: '',
        isSecret: false,
        isAuthenticator: false,
        others: {},
      },
    ])
  const undeclared = used.filter((name) => rows.every((row) => row.name !== name))
  return (
    <section className="card stack">
      <div>
        <h2>Variables</h2>
        <p className="quiet">
          {
            'Write ${name} in a URL or a text, and each run fills in the value. Secret values are never shown again. ${secrets.name} is a secret of your account.'
          }
        </p>
      </div>
      {rows.map((row) => (
        <div className="step-editor step-fields" key={row.key}>
          <TextField
            label="Name"
            name={`variables.${row.name}`}
            value={row.name}
            pattern="[A-Za-z_][A-Za-z0-9_]*"
            onChange={(event) => change(row, { name: event.target.value })}
            required
          />
          <TextField
            label="Default value"
            name={`variables.${row.name}.default`}
            type={row.isSecret || row.isAuthenticator ? 'password' : 'text'}
            autoComplete="off"
            value={row.usual}
            onChange={(event) => change(row, { usual: event.target.value })}
          />
          <CheckField
            label="Secret"
            checked={row.isSecret || row.isAuthenticator}
            onChange={(event) => change(row, { isSecret: event.target.checked })}
          />
          <CheckField
            label="Key of an authenticator: steps type its code"
            checked={row.isAuthenticator}
            onChange={(event) => change(row, { isAuthenticator: event.target.checked })}
          />
          <div className="row">
            <Button tone="plain-danger" onClick={() => put(rows.filter((each) => each !== row))}>
              Remove
            </Button>
          </div>
        </div>
      ))}
      {undeclared.length > 0 && (
        <p className="note">
          The steps use {undeclared.join(', ')} without a declaration, so every run asks for a value. Declare
          a variable to give it a default value or to keep it secret.
        </p>
      )}
      <div className="row">
        {undeclared.map((name) => (
          <Button key={name} onClick={() => add(name)}>
            Declare {name}
          </Button>
        ))}
        <Button onClick={() => add('')}>Add variable</Button>
      </div>
    </section>
  )
}
