import { useMutation, useQuery } from '@tanstack/react-query'
import { accounts } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { Loading } from '../../lists/loading.tsx'
import { OwnPasswordField } from '../own-password-field.tsx'
import { askForPasskey, canUsePasskeys } from '../passkeys/authenticator.ts'
import { EitherCodeField } from '../two-factor/either-code-field.tsx'

interface Props {
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks for the password, or with two-factor authentication for a code, or for a passkey. */
export function ReauthenticationForm({ onConfirmed, onCancel }: Props) {
  const { data, error } = useQuery({
    queryKey: ['reauthentication'],
    queryFn: accounts.listReauthenticationMethods,
    gcTime: 0,
  })
  const confirm = useMutation({
    // Without a proof that was typed, the proof is a passkey.
    mutationFn: async (typed?: { password: string } | { code: string }) =>
      accounts.reauthenticate(
        typed ?? { response: await askForPasskey(await accounts.startPasskeyReauthentication()) },
      ),
    gcTime: 0,
    onSuccess: onConfirmed,
  })
  if (error) return <ErrorNote error={error} />
  if (!data) return <Loading />
  const isCode = data.methods.includes('code')
  return (
    <Form
      onSubmit={(values) =>
        confirm.mutate(
          isCode ? { code: textOf(values, 'code') } : { password: exactTextOf(values, 'password') },
        )
      }
      error={confirm.error}
    >
      <p>
        You signed in more than ten minutes ago. This could be somebody else at your browser, so enter{' '}
        {isCode ? 'a code' : 'your password'} to go on.
      </p>
      {isCode ? <EitherCodeField autoFocus /> : <OwnPasswordField />}
      <div className="row">
        <Button type="submit" tone="primary" isBusy={confirm.isPending}>
          Confirm
        </Button>
        {data.methods.includes('passkey') && canUsePasskeys() && (
          <Button isBusy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            Use a passkey
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}
