import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '../client/accounts.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { exactTextOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { leave } from './leave.ts'

/** The end of an account. */
export function DeleteAccountSection() {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useMutation({ mutationFn: accounts.deleteAccount, onSuccess: leave })
  return (
    <section className="card stack-tight">
      <h2>Delete the account</h2>
      <p>
        Your automations, runs, addresses, mails, webhooks and keys are deleted. Nothing of it can be brought
        back.
      </p>
      <div className="row">
        <Button tone="danger" onClick={() => setIsOpen(true)}>
          Delete the account
        </Button>
      </div>
      <Modal title="Delete the account for good?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Form onSubmit={(values) => remove.mutate(exactTextOf(values, 'password'))} error={remove.error}>
          <p>Your programs are refused from now on, and your addresses receive nothing more.</p>
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <div className="row">
            <Button type="submit" tone="danger" isBusy={remove.isPending}>
              Delete everything
            </Button>
            <Button onClick={() => setIsOpen(false)}>Keep it</Button>
          </div>
        </Form>
      </Modal>
    </section>
  )
}
