import type { AutomationApi } from '@waypost/sdk'
import { TextField } from '../controls/field.tsx'

export type Variables = AutomationApi.Automation['variables']

interface Props {
  variables: Variables
  /** The values that the fields begin with. */
  given?: Record<string, string>
}

/** A field for each value that a run takes. An empty field means the default value. */
export function VariableFields({ variables, given = {} }: Props) {
  return Object.entries(variables).map(([name, { default: usual, secret }]) => (
    <TextField
      key={name}
      name={`variables.${name}`}
      label={name}
      defaultValue={given[name]}
      type={secret ? 'password' : 'text'}
      autoComplete="off"
      required={usual === undefined}
      {...(usual !== undefined && {
        hint: secret ? 'Leave empty to use the stored value.' : `Leave empty to use “${usual}”.`,
      })}
    />
  ))
}

/** The values of those fields; undefined where all are empty. */
export function readVariables(values: FormData): Record<string, string> | undefined {
  const given = [...values].flatMap(([name, value]) =>
    name.startsWith('variables.') && typeof value === 'string' && value !== ''
      ? [[name.slice('variables.'.length), value] as const]
      : [],
  )
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
