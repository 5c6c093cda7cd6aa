import { useMutation } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { call } from '../client/call.ts'
import { Button } from '../controls/button.tsx'

export function ResendButton({ id, email }: { id: string; email: string }) {
  const send = useMutation({
    mutationFn: () =>
      call(alias.POST('/api/v1/forwarding-addresses/{id}/resend-verification', { params: { path: { id } } })),
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
        {send.error?.message}
      </span>
    </>
  )
}
