import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import type { Service } from '../services/service.ts'
import { fromLocalTime, toLocalTime } from './delivery-search.ts'
import type { Recovery } from '../webhooks/webhook-service.ts'
import { webhookServices } from '../webhooks/webhook-services.ts'

interface Props {
  service: Service
  id: string
  events: string[]
  onClose: () => void
}

const spans = [
  { label: 'the last hour', hours: 1 },
  { label: 'the last 24 hours', hours: 24 },
  { label: 'the last 3 days', hours: 72 },
  { label: 'the last 7 days', hours: 168 },
]
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Chooses which missed deliveries to resend, and says beforehand how many those are. */
export function RecoverForm({ service, id, events, onClose }: Props) {
  const { countMissed, recover } = webhookServices[service]
  const [hours, setHours] = useState('24')
  const [missed, setMissed] = useState<Recovery>({ since: hoursAgo(24) })
  const client = useQueryClient()
  const counted = useQuery({
    queryKey: ['webhooks', service, id, 'missed', missed],
    queryFn: () => countMissed(id, missed),
    retry: false,
  })
  const recovery = useMutation({
    mutationFn: () => recover(id, missed),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', service, id, 'deliveries'] }),
  })
  const change = (changes: { [Name in keyof Recovery]?: Recovery[Name] | undefined }) => {
    const changed = Object.entries({ ...missed, ...changes }).filter(([, value]) => value !== undefined)
    setMissed(Object.fromEntries(changed) as unknown as Recovery)
  }
  if (recovery.data !== undefined)
    return (
      <div className="stack">
        <p role="status">
          {recovery.data === 0 ? 'There was nothing to resend.' : `${describe(recovery.data, 'on the way')}.`}
        </p>
        <div className="row">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    )
  return (
    <Form onSubmit={() => recovery.mutate()} error={recovery.error}>
      <SelectField
        label="Failed or cancelled in"
        name="hours"
        value={hours}
        onChange={({ target }) => {
          setHours(target.value)
          if (target.value !== '') change({ since: hoursAgo(Number(target.value)), until: undefined })
        }}
        hint="Each delivery keeps its ID, so your server can ignore those that it already has."
      >
        {spans.map((span) => (
          <option key={span.hours} value={span.hours}>
            {span.label}
          </option>
        ))}
        <option value="">a time of your choice</option>
      </SelectField>
      {hours === '' && (
        <div className="row">
          <TextField
            label="From"
            name="since"
            type="datetime-local"
            required
            value={toLocalTime(missed.since)}
            onChange={({ target }) => change({ since: fromLocalTime(target.value) ?? missed.since })}
          />
          <TextField
            label="Until"
            name="until"
            type="datetime-local"
            value={toLocalTime(missed.until)}
            onChange={({ target }) => change({ until: fromLocalTime(target.value) })}
          />
        </div>
      )}
      <SelectField
        label="Event"
        name="event"
        value={missed.event ?? ''}
        onChange={({ target }) => change({ event: target.value || undefined })}
      >
        <option value="">any</option>
        {events.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </SelectField>
      <ErrorNote error={counted.error} />
      <p role="status">
        {counted.data === undefined ? 'Counting…' : `${describe(counted.data, 'to be resent')}.`}
      </p>
      <Button type="submit" tone="primary" isBusy={recovery.isPending} disabled={counted.data === 0}>
        Resend all
      </Button>
    </Form>
  )
}

const describe = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'delivery is' : 'deliveries are'} ${what}`
