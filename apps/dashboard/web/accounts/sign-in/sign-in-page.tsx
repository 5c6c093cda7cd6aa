import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ApiError } from '@waypost/sdk'
import { useState } from 'react'
import { accounts, type CodeRequired } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { Gate } from '../../shell/gate.tsx'
import { askForPasskey, canUsePasskeys } from '../passkeys/authenticator.ts'
import { CodeForm } from './code-form.tsx'
import { useEnter } from './use-enter.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

/** The password was shown too long ago, or is another one by now: it is asked for again. */
const hasExpired = (error: Error): boolean => error instanceof ApiError && error.status === 400

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const enter = useEnter(to)
  const [step, setStep] = useState<CodeRequired>()
  const challenge = step?.challenge
  const enterCode = useMutation({
    mutationFn: accounts.signInWithCode,
    onSuccess: enter,
    onMutate: () => usePasskey.reset(),
    onError: (error) => hasExpired(error) && setStep(undefined),
  })
  const usePasskey = useMutation({
    /** @param chosen the answer of one that the browser's autofill has offered */
    mutationFn: async (chosen: AuthenticationResponseJSON | undefined) => {
      const response = chosen ?? (await askForPasskey(await accounts.startPasskeySignIn(challenge)))
      return accounts.signInWithPasskey({ challenge, response })
    },
    onMutate: () => {
      signIn.reset()
      enterCode.reset()
    },
    onSuccess: enter,
    onError: (error) => hasExpired(error) && setStep(undefined),
  })
  const signIn = useMutation({
    mutationFn: accounts.signIn,
    onMutate: () => {
      enterCode.reset()
      usePasskey.reset()
    },
    onSuccess: (answer) => ('challenge' in answer ? setStep(answer) : enter(answer)),
  })
  usePasskeyAutofill(!step && !signIn.isPending && !usePasskey.isPending, (chosen) =>
    usePasskey.mutate(chosen),
  )
  const error = enterCode.error ?? usePasskey.error
  const isBusy = enterCode.isPending || usePasskey.isPending
  if (step)
    return (
      <Gate title="Enter a code">
        <CodeForm
          isBusy={isBusy}
          error={error}
          onSubmit={(code) => enterCode.mutate({ challenge: step.challenge, code })}
          onBack={() => {
            enterCode.reset()
            usePasskey.reset()
            setStep(undefined)
          }}
          onUsePasskey={step.hasPasskeys && canUsePasskeys() ? () => usePasskey.mutate(undefined) : undefined}
        />
      </Gate>
    )
  const submit = (values: FormData) =>
    signIn.mutate({ email: textOf(values, 'email'), password: exactTextOf(values, 'password') })
  return (
    <Gate title="Sign in">
      <Form onSubmit={submit} error={signIn.error ?? error}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={signIn.variables?.email}
          required
        />
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
      {canUsePasskeys() && (
        <Button isBusy={usePasskey.isPending} onClick={() => usePasskey.mutate(undefined)}>
          Use a passkey
        </Button>
      )}
      <p className="row row-apart">
        <Link to="/sign-up">Create account</Link>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </Gate>
  )
}
