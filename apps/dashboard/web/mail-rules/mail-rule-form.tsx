import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { SubmitOrCancel } from '../controls/submit-or-cancel.tsx'
import { destinationChoices } from '../forwarding/forwarding-queries.ts'
import { Loading } from '../lists/loading.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { readRule } from './read-rule.ts'

type Action = AliasApi.MailRule['action']

interface Props {
  /** Undefined: a new one. */
  rule: AliasApi.MailRule | undefined
  onSubmit: (rule: AliasApi.NewMailRule) => void
  onCancel: () => void
  isBusy: boolean
  error: Error | null
}

const actions: Record<Action, string> = {
  forward: 'forward it to a mailbox',
  label: 'give it a label',
  keep: 'keep it here, and forward it nowhere',
  discard: 'move it to Deleted',
  webhook: 'tell webhooks, and move it to Deleted',
}

const mayGoOn = (action: Action): boolean => action === 'forward' || action === 'label'

/** Asks which emails a rule is for, and what becomes of them. */
export function MailRuleForm({ rule, onSubmit, onCancel, isBusy, error }: Props) {
  const { data: destinations } = useQuery(destinationChoices)
  const [action, setAction] = useState<Action>(rule?.action ?? 'forward')
  if (!destinations) return <Loading />
  // One that is suspended is no choice for other rules.
  const mailboxes =
    rule?.suspension && rule.forwardToId !== null
      ? [{ id: rule.forwardToId, email: `${rule.forwardToEmail} (suspended)` }, ...destinations]
      : destinations
  return (
    <Form onSubmit={(values) => onSubmit(readRule(values, action, rule))} error={error}>
      <p className="quiet">All that you fill in has to match. Leave everything empty for every email.</p>
      <ConditionFields conditions={rule?.conditions ?? {}} />
      <SelectField
        label="Then"
        name="action"
        value={action}
        onChange={({ target }) => setAction(target.value as Action)}
      >
        {Object.entries(actions).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {action === 'forward' && (
        <SelectField
          label="Mailbox"
          name="forwardToId"
          defaultValue={rule?.forwardToId ?? ''}
          hint={
            mailboxes.length === 0
              ? 'Add and confirm a mailbox on the page Forwarding first.'
              : 'Spam is never forwarded.'
          }
          required
        >
          {mailboxes.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </SelectField>
      )}
      {action === 'label' && (
        <TextField label="Label" name="label" maxLength={50} defaultValue={rule?.label ?? ''} required />
      )}
      {mayGoOn(action) && (
        <CheckField
          // Made anew for each action, of which each has its own usual state.
          key={action}
          name="stop"
          label="Stop here: no later rule, and not “Forward”"
          defaultChecked={rule?.stop ?? action === 'forward'}
        />
      )}
      <SubmitOrCancel label="Save" onCancel={onCancel} isBusy={isBusy} />
    </Form>
  )
}
