import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { LifetimeField } from '../addresses/lifetime-field.tsx'
import { renewableSeconds } from '../addresses/lifetimes.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { DestinationField } from '../forwarding/destination-field.tsx'
import { destinationChoices } from '../forwarding/forwarding-queries.ts'

export interface RuleInput {
  match: AliasApi.NewDomainRule['match']
  alias: string | null
  forwardToId: string | null
  /** In seconds; null: as long as the plan allows. */
  expiresIn: number | null
  autoRenew: boolean
}

interface Props {
  rule: AliasApi.DomainRule | undefined
  onSubmit: (input: RuleInput) => void
  isBusy: boolean
  error: Error | null
}

const kinds = {
  any: 'any name (catch-all)',
  prefix: 'names that begin with',
  regex: 'names that match a regular expression',
}

export function RuleForm({ rule, onSubmit, isBusy, error }: Props) {
  const { data: destinations = [] } = useQuery(destinationChoices)
  const { data: account } = useQuery(aliasAccountQuery)
  const [seconds, setSeconds] = useState(rule?.expiresIn ?? 0)
  const isRenewable = seconds === 0 || seconds >= renewableSeconds
  const [type, setType] = useState<keyof typeof kinds>(rule?.match.type ?? 'any')
  const submit = (values: FormData) =>
    onSubmit({
      match: type === 'any' ? { type } : { type, value: textOf(values, 'match.value') },
      alias: textOf(values, 'alias') || null,
      forwardToId: textOf(values, 'forwardToId') || null,
      expiresIn: seconds || null,
      autoRenew: isRenewable && values.has('autoRenew'),
    })
  return (
    <Form onSubmit={submit} error={error}>
      <SelectField
        label="For"
        name="match.type"
        value={type}
        onChange={(event) => setType(event.target.value as keyof typeof kinds)}
      >
        {Object.entries(kinds).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </SelectField>
      {type !== 'any' && (
        <TextField
          label={type === 'prefix' ? 'Beginning' : 'Regular expression'}
          name="match.value"
          maxLength={type === 'prefix' ? 64 : 100}
          defaultValue={rule?.match.value ?? ''}
          hint={
            type === 'prefix'
              ? 'Of the name, which stands before the @.'
              : 'It has to match the whole name, in the syntax of RE2, such as shop-.*'
          }
          required
        />
      )}
      <TextField label="Label of the aliases" name="alias" maxLength={100} defaultValue={rule?.alias ?? ''} />
      <DestinationField destinations={destinations} chosen={rule?.forwardToId} />
      <LifetimeField
        maxSeconds={account?.limits.maxTtlSeconds ?? 0}
        seconds={seconds}
        onChange={setSeconds}
        hint="From when the alias is created. Aliases that exist stay as they are."
        none="as long as the plan allows"
      />
      {isRenewable && (
        <CheckField
          label="Renew the aliases before they expire"
          name="autoRenew"
          defaultChecked={rule?.autoRenew ?? true}
        />
      )}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Save
      </Button>
    </Form>
  )
}
