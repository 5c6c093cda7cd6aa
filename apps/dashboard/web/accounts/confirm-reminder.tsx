import { useMutation } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { useSession } from './session-query.ts'

/** Reminds the user to confirm the email address until it is confirmed. */
export function ConfirmReminder() {
  const session = useSession()
  const send = useMutation({ mutationFn: accounts.sendConfirmation })
  if (!session || session.account.emailConfirmed) return null
  return (
    <div className="note note-warn row row-apart">
      <span>
        {send.isSuccess
          ? `We sent another email to ${session.account.email}.`
          : `Confirm your email: open the link in the email that we sent to ${session.account.email}.`}
      </span>
      {!send.isSuccess && (
        <Button isBusy={send.isPending} onClick={() => send.mutate()}>
          Resend
        </Button>
      )}
      <ErrorNote error={send.error} />
    </div>
  )
}
