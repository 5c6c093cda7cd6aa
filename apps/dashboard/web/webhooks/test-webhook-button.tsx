import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../client/describe-error.ts'
import { Button } from '../controls/button.tsx'
import type { Service } from '../services/service.ts'

interface Props {
  service: Service
  id: string
  test: (id: string) => Promise<{ status: number }>
}

/** Sends a test event at once and shows the response status. */
export function TestWebhookButton({ service, id, test }: Props) {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => test(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks', service, id] }),
  })
  return (
    <>
      <Button tone="primary" isBusy={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending …' : 'Send a test'}
      </Button>
      <span role="status">
        {send.data && `Your server answered ${send.data.status}.`}
        {send.error && `No answer: ${describeError(send.error)}`}
      </span>
    </>
  )
}
