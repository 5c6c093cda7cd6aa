import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CheckGroup } from '../controls/check-group.tsx'
import { CodeBlock } from '../controls/code-block.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { chosenOf, textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { baseUrlsQuery } from '../developers/base-urls-query.ts'
import { SecretOnce } from '../controls/secret-once.tsx'
import type { Service } from '../services/service.ts'
import { keyServices } from './key-services.ts'

const dayMs = 86_400_000

/** Asks for the properties of a new key, creates it and shows it once. */
export function CreateKeyButton({ service }: { service: Service }) {
  const { scopes, hasExpiry, hasTestMode, create: createKey, example } = keyServices[service]
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const { data: baseUrls } = useQuery({ ...baseUrlsQuery, enabled: isOpen })
  const create = useMutation({ mutationFn: createKey })
  const close = () => {
    setIsOpen(false)
    if (create.data) void client.invalidateQueries({ queryKey: ['api-keys', service] })
    create.reset()
  }
  const submit = (values: FormData) => {
    const days = Number(textOf(values, 'days'))
    create.mutate({
      name: textOf(values, 'name'),
      scopes: chosenOf(values, 'scopes'),
      isTest: values.get('mode') === 'test',
      ...(days > 0 && { expiresAt: new Date(Date.now() + days * dayMs).toISOString() }),
    })
  }
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        New key
      </Button>
      <Modal title={create.data ? 'Your new key' : 'New key'} isOpen={isOpen} onClose={close}>
        {create.data ? (
          <div className="stack">
            <SecretOnce secret={create.data} what="the key" />
            <p>Try it:</p>
            <CodeBlock text={example(create.data, baseUrls?.[service] ?? '…')} what="the command" />
            <div className="row">
              <Button onClick={close}>Done</Button>
            </div>
          </div>
        ) : (
          <Form onSubmit={submit} error={create.error}>
            <TextField
              label="Name"
              name="name"
              maxLength={100}
              hint="The program that will use the key."
              required
            />
            <CheckGroup
              legend="Scopes"
              name="scopes"
              chosen={scopes.slice(0, 1).map(({ name }) => name)}
              options={scopes.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
            />
            {hasExpiry && (
              <SelectField label="Expires" name="days" defaultValue="90">
                <option value="7">in a week</option>
                <option value="30">in 30 days</option>
                <option value="90">in 90 days</option>
                <option value="365">in a year</option>
                <option value="0">never</option>
              </SelectField>
            )}
            {hasTestMode && (
              <SelectField
                label="Mode"
                name="mode"
                defaultValue="live"
                hint="A test key sees only data of test keys. Emails that it sends are stored and never delivered."
              >
                <option value="live">live</option>
                <option value="test">test</option>
              </SelectField>
            )}
            <Button type="submit" tone="primary" isBusy={create.isPending}>
              Create
            </Button>
          </Form>
        )}
      </Modal>
    </>
  )
}
