import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accounts } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { CheckField, TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf } from '../../controls/form-values.ts'
import { Gate } from '../../shell/gate.tsx'
import { readLinkToken } from './link-token.ts'

export function ResetPasswordPage() {
  const [token] = useState(readLinkToken)
  const reset = useMutation({ mutationFn: accounts.resetPassword })
  if (reset.isSuccess)
    return (
      <Gate title="Password changed">
        <p role="status">
          Every browser is signed out, and earlier tokens no longer work. If API keys, webhooks or forwarding
          were switched off, the overview shows it.
        </p>
        <p>
          <Link to="/sign-in">Sign in with the new password</Link>
        </p>
      </Gate>
    )
  return (
    <Gate title="Choose a new password">
      <Form
        onSubmit={(values) =>
          reset.mutate({ token, password: exactTextOf(values, 'password'), hold: values.has('hold') })
        }
        error={reset.error}
      >
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={200}
          hint="At least 8 characters."
          required
        />
        <CheckField
          name="hold"
          label="Somebody else may have used this account: switch off its API keys, webhooks and forwarding until I review them"
        />
        <Button type="submit" tone="primary" isBusy={reset.isPending}>
          Change password
        </Button>
      </Form>
      <p>
        <Link to="/forgot-password">Send a new link</Link>
      </p>
    </Gate>
  )
}
