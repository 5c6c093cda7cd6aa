import { useMutation } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { describeError } from '../client/describe-error.ts'
import { Button } from '../controls/button.tsx'

export function ResendButton({ id, email }: { id: string; email: string }) {
  const send = useMutation({
    mutationFn: () => alias.forwardingAddresses.resendVerification(id),
  })
  return (
    <>
      <Button
        tone="plain"
        aria-label={`Resend the link to ${email}`}
        isBusy={send.isPending}
        onClick={() => send.mutate()}
      >
        Resend link
      </Button>
      <span role="status" className="small">
        {send.isSuccess && 'Sent.'}
        {send.error && describeError(send.error)}
      </span>
    </>
  )
}
