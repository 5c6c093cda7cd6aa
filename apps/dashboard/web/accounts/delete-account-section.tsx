import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '../client/accounts.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { exactTextOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { SubmitOrCancel } from '../controls/submit-or-cancel.tsx'
import { leave } from './leave.ts'
import { OwnPasswordField } from './own-password-field.tsx'

/** Deletes the account after asking for the password. */
export function DeleteAccountSection() {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useMutation({ mutationFn: accounts.deleteAccount, onSuccess: leave })
  return (
    <section className="card stack-tight">
      <h2>Delete account</h2>
      <p>Deletes your automations, runs, aliases, emails, webhooks and keys. This cannot be undone.</p>
      <div className="row">
        <Button tone="danger" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      </div>
      <Modal title="Delete your account?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Form onSubmit={(values) => remove.mutate(exactTextOf(values, 'password'))} error={remove.error}>
          <p>Your programs lose access at once, and your aliases stop receiving mail.</p>
          <OwnPasswordField />
          <SubmitOrCancel
            label="Delete everything"
            tone="danger"
            isBusy={remove.isPending}
            onCancel={() => setIsOpen(false)}
          />
        </Form>
      </Modal>
    </section>
  )
}
