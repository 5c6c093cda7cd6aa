import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '../client/accounts.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { exactTextOf } from '../controls/form-values.ts'

export function PasswordSection() {
  // A new key renders a new form, so that the fields do not keep the passwords.
  const [changes, setChanges] = useState(0)
  const change = useMutation({
    mutationFn: accounts.changePassword,
    onSuccess: () => setChanges((count) => count + 1),
  })
  return (
    <section className="card stack-tight">
      <h2>Password</h2>
      <Form
        key={changes}
        error={change.error}
        onSubmit={(values) =>
          change.mutate({
            password: exactTextOf(values, 'password'),
            newPassword: exactTextOf(values, 'newPassword'),
          })
        }
      >
        <TextField
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={200}
          hint="At least 8 characters. Signs out all other browsers."
          required
        />
        <div className="row">
          <Button type="submit" isBusy={change.isPending}>
            Change password
          </Button>
          <span role="status">{change.isSuccess && 'Password changed.'}</span>
        </div>
      </Form>
    </section>
  )
}
