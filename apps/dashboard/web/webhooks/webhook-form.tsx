import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CheckGroup } from '../controls/check-group.tsx'
import { TextAreaField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { chosenOf, textOf } from '../controls/form-values.ts'
import type { Service } from '../services/service.ts'
import { FormatField } from './format-field.tsx'
import { readFilter, requireFilter } from './filter-text.ts'
import { readHeaders, requireHeaders, writeHeaders } from './headers-text.ts'
import { guessFormat, isMessageFormat } from './message-format.ts'
import type { Webhook, WebhookInput } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

interface Props {
  service: Service
  initial?: Webhook
  submit: string
  onSubmit: (input: WebhookInput) => void
  isBusy: boolean
  error: Error | null
}

export function WebhookForm({ service, initial, submit, onSubmit, isBusy, error }: Props) {
  const { hasNames, events } = webhookServices[service]
  const [format, setFormat] = useState<string>(initial?.format ?? '')
  // The URL chooses the format until a person does.
  const [isChosen, setIsChosen] = useState(initial !== undefined)
  const shown = (initial?.events ?? []).concat(events.map(({ name }) => name))[0]!
  const send = (values: FormData) =>
    onSubmit({
      name: textOf(values, 'name'),
      url: textOf(values, 'url'),
      events: chosenOf(values, 'events'),
      filter: readFilter(textOf(values, 'filter')),
      headers: readHeaders(textOf(values, 'headers'), initial?.headerNames),
      format: isMessageFormat(format) ? format : null,
      maxPerSecond: Number(textOf(values, 'maxPerSecond')) || null,
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
        onChange={({ target }) => {
          if (!isChosen) setFormat(guessFormat(target.value) ?? '')
        }}
        required
      />
      <FormatField
        service={service}
        format={format}
        event={shown}
        onChange={(chosen) => {
          setFormat(chosen)
          setIsChosen(true)
        }}
      />
      <CheckGroup
        legend="Events"
        name="events"
        chosen={initial?.events ?? events.slice(0, 2).map(({ name }) => name)}
        options={events.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
      />
      <TextAreaField
        label="Filter"
        name="filter"
        hint={'Only events whose data matches, as JSON: {"automationId": "…"}. Empty: all of them.'}
        defaultValue={initial?.filter && JSON.stringify(initial.filter, null, 2)}
        spellCheck={false}
        onChange={requireFilter}
      />
      <TextAreaField
        label="Headers"
        name="headers"
        hint="Sent with every event, one a line: Authorization: Bearer … or Authorization: Basic user:password. Values are not shown again."
        defaultValue={writeHeaders(initial?.headerNames)}
        spellCheck={false}
        autoComplete="off"
        onChange={requireHeaders}
      />
      <TextField
        label="Events per second, at most"
        name="maxPerSecond"
        type="number"
        min={1}
        max={1000}
        hint="Further events wait for their turn. Empty: no limit."
        defaultValue={initial?.maxPerSecond}
      />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {submit}
      </Button>
    </Form>
  )
}
