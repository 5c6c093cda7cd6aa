import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'

/** Adds somebody to whom an alias writes first. */
export function AddContactForm({ addressId }: { addressId: string }) {
  const client = useQueryClient()
  const [added, setAdded] = useState<AliasApi.Contact>()
  const add = useMutation({
    mutationFn: (email: string) => alias.addresses.putContact(addressId, { email }),
    onSuccess: async (contact) => {
      setAdded(contact)
      await client.invalidateQueries({ queryKey: ['addresses', 'contacts', addressId] })
    },
  })
  return (
    <>
      {/* Empty again after each contact, and ready for the next. */}
      <Form key={added?.id} onSubmit={(values) => add.mutate(textOf(values, 'email'))} error={add.error}>
        <TextField
          label="Email of the contact"
          name="email"
          type="email"
          placeholder="bob@example.com"
          autoFocus={added !== undefined}
          required
        />
        <div className="row">
          <Button type="submit" tone="primary" isBusy={add.isPending}>
            Add contact
          </Button>
        </div>
      </Form>
      <p role="status" className="breakable">
        {added && `Write to ${added.email} at ${added.reverseAddress}.`}
      </p>
    </>
  )
}
