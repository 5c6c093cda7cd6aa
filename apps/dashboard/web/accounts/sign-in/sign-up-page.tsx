import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accounts } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { Gate } from '../../shell/gate.tsx'
import { useEnter } from './use-enter.ts'

export function SignUpPage() {
  const enter = useEnter()
  const signUp = useMutation({ mutationFn: accounts.signUp, onSuccess: enter })
  const submit = (values: FormData) =>
    signUp.mutate({ email: textOf(values, 'email'), password: exactTextOf(values, 'password') })
  return (
    <Gate title="Create account">
      <Form onSubmit={submit} error={signUp.error}>
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={200}
          hint="At least 8 characters. A memorable sentence is safer than a word with a digit."
          required
        />
        <Button type="submit" tone="primary" isBusy={signUp.isPending}>
          Create account
        </Button>
      </Form>
      <p>
        Already have an account? <Link to="/sign-in">Sign in</Link>
      </p>
    </Gate>
  )
}
