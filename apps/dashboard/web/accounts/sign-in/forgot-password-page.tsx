import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accounts } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { textOf } from '../../controls/form-values.ts'
import { Gate } from '../../shell/gate.tsx'

export function ForgotPasswordPage() {
  const ask = useMutation({ mutationFn: accounts.forgotPassword })
  return (
    <Gate title="Forgot your password?">
      {ask.isSuccess ? (
        <p className="note" role="status">
          If an account has that email address, we sent it a link. The link works for one hour.
        </p>
      ) : (
        <Form onSubmit={(values) => ask.mutate(textOf(values, 'email'))} error={ask.error}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            hint="We send you a link to choose a new password."
            required
          />
          <Button type="submit" tone="primary" isBusy={ask.isPending}>
            Send link
          </Button>
        </Form>
      )}
      <p>
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </Gate>
  )
}
