import { Button } from '../controls/button.tsx'
import { CheckGroup } from '../controls/check-group.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { chosenOf, textOf } from '../controls/form-values.ts'
import type { Service } from '../services/service.ts'
import type { WebhookInput } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

interface Props {
  service: Service
  initial?: WebhookInput
  submit: string
  onSubmit: (input: WebhookInput) => void
  isBusy: boolean
  error: Error | null
}

export function WebhookForm({ service, initial, submit, onSubmit, isBusy, error }: Props) {
  const { hasNames, events } = webhookServices[service]
  const send = (values: FormData) =>
    onSubmit({
      name: textOf(values, 'name'),
      url: textOf(values, 'url'),
      events: chosenOf(values, 'events'),
    })
  return (
    <Form onSubmit={send} error={error}>
      {hasNames && (
        <TextField label="Name" name="name" defaultValue={initial?.name} maxLength={100} required />
      )}
      <TextField
        label="Endpoint URL"
        name="url"
        type="url"
        placeholder="https://example.com/hooks"
        defaultValue={initial?.url}
        maxLength={2048}
        required
      />
      <CheckGroup
        legend="Events"
        name="events"
        chosen={initial?.events ?? events.slice(0, 2).map(({ name }) => name)}
        options={events.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
      />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {submit}
      </Button>
    </Form>
  )
}
