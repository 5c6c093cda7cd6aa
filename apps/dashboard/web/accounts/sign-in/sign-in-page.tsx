import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { accounts } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { Gate } from '../../shell/gate.tsx'
import { useEnter } from './use-enter.ts'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const enter = useEnter(to)
  const signIn = useMutation({ mutationFn: accounts.signIn, onSuccess: enter })
  const submit = (values: FormData) =>
    signIn.mutate({ email: textOf(values, 'email'), password: exactTextOf(values, 'password') })
  return (
    <Gate title="Sign in">
      <Form onSubmit={submit} error={signIn.error}>
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" tone="primary" isBusy={signIn.isPending}>
          Sign in
        </Button>
      </Form>
      <p className="row row-apart">
        <Link to="/sign-up">Create account</Link>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </Gate>
  )
}
