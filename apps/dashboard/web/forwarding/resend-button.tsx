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
        aria-label={`Send the link to ${email} again`}
        isBusy={send.isPending}
        onClick={() => send.mutate()}
      >
        Send the link again
      </Button>
      <span role="status" className="small">
        {send.isSuccess && 'Sent.'}
        {send.error && describeError(send.error)}
      </span>
    </>
  )
}
