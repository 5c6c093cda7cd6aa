import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { SelectField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { destinationChoices } from '../forwarding/forwarding-queries.ts'
import type { AliasTemplate } from './alias-templates.ts'

interface Props {
  template: AliasTemplate
  account: AliasApi.Account
}

/** A template that makes an alias and opens its inbox. */
export function AliasTemplateCard({ template, account }: Props) {
  const { title, text, isForwarded } = template
  const { data: mailboxes } = useQuery({ ...destinationChoices, enabled: isForwarded })
  const client = useQueryClient()
  const navigate = useNavigate()
  // Kept where it could not be set up: another try makes no second one.
  const created = useRef<string>(undefined)
  const create = useMutation({
    mutationFn: async (forwardToId: string) => {
      created.current ??= (await template.create(account.limits, forwardToId)).id
      await client.invalidateQueries({ queryKey: ['addresses'] })
      await template.setUp?.(created.current)
      return created.current
    },
    onSuccess: (id) => navigate({ to: '/mailbox', search: { address: id } }),
  })
  const needsMailbox = isForwarded && mailboxes?.length === 0
  return (
    <li className="card stack-tight">
      <h3>{title}</h3>
      <p className="quiet">{text}</p>
      <Form error={create.error} onSubmit={(values) => create.mutate(textOf(values, 'forwardToId'))}>
        {isForwarded && mailboxes && mailboxes.length > 0 && (
          <SelectField label="Forward to" name="forwardToId">
            {mailboxes.map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
          </SelectField>
        )}
        <div className="row">
          {needsMailbox ? (
            <ButtonLink to="/forwarding">Add a mailbox first</ButtonLink>
          ) : (
            <Button
              type="submit"
              tone="primary"
              aria-label={`Create: ${title}`}
              isBusy={create.isPending}
              disabled={isForwarded && !mailboxes}
            >
              Create
            </Button>
          )}
        </div>
      </Form>
    </li>
  )
}
