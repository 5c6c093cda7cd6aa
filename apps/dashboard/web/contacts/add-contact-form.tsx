import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'

/** Adds somebody to whom an alias writes first. */
export function AddContactForm({ addressId }: { addressId: string }) {
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: (email: string) => alias.addresses.putContact(addressId, { email }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['addresses', 'contacts', addressId] }),
  })
  return (
    <Form onSubmit={(values) => add.mutate(textOf(values, 'email'))} error={add.error}>
      <TextField
        label="Email of the contact"
        name="email"
        type="email"
        placeholder="bob@example.com"
        required
      />
      <div className="row">
        <Button type="submit" tone="primary" isBusy={add.isPending}>
          Add contact
        </Button>
        <span role="status" className="breakable">
          {add.data && `Write to ${add.data.email} at ${add.data.reverseAddress}.`}
        </span>
      </div>
    </Form>
  )
}
