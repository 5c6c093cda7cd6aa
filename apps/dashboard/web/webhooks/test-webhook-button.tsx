import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../client/describe-error.ts'
import { Button } from '../controls/button.tsx'
import { SelectField } from '../controls/field.tsx'
import type { Service } from '../services/service.ts'

interface Props {
  service: Service
  id: string
  events: { name: string; label: string }[]
  test: (id: string, event: string) => Promise<{ status: number }>
}

const plainTest = 'webhook.test'

/** Sends a test event, or an example of another one, at once and shows the response status. */
export function TestWebhookButton({ service, id, events, test }: Props) {
  const [event, setEvent] = useState(plainTest)
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => test(id, event),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks', service, id] }),
  })
  return (
    <>
      <SelectField
        label="Test event"
        name="event"
        value={event}
        onChange={({ target }) => setEvent(target.value)}
      >
        {[{ name: plainTest, label: 'test' }, ...events].map(({ name, label }) => (
          <option key={name} value={name}>
            {label} ({name})
          </option>
        ))}
      </SelectField>
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
