import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'

/** Saves a secret, also in place of one of the same name. */
export function SecretForm() {
  const client = useQueryClient()
  const [saved, setSaved] = useState(0)
  const save = useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) => automation.secrets.save(name, value),
    onSuccess: async () => {
      // A new key empties the fields.
      setSaved((count) => count + 1)
      await client.invalidateQueries({ queryKey: ['secrets'] })
    },
  })
  return (
    <section className="card">
      <Form
        key={saved}
        error={save.error}
        onSubmit={(values) => save.mutate({ name: textOf(values, 'name'), value: textOf(values, 'value') })}
      >
        <TextField
          label="Name"
          name="name"
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          maxLength={100}
          autoComplete="off"
          required
          hint="Letters, digits and underscores. A secret of the same name is replaced."
        />
        <TextField
          label="Value"
          name="value"
          type="password"
          autoComplete="new-password"
          required
          hint="A password, or the otpauth:// URI of an authenticator."
        />
        <div className="row">
          <Button type="submit" tone="primary" isBusy={save.isPending}>
            Save secret
          </Button>
        </div>
      </Form>
    </section>
  )
}
