import { Button } from '../controls/button.tsx'
import { SelectField, TextField } from '../controls/field.tsx'
import { fromLocalTime, toLocalTime } from './delivery-search.ts'
import {
  deliveryStatuses,
  responseClasses,
  type DeliveryFilter,
  type DeliveryStatus,
  type ResponseClass,
} from '../webhooks/webhook-service.ts'

interface Props {
  events: string[]
  filter: DeliveryFilter
  onChange: (filter: DeliveryFilter) => void
}

/** The filter of a delivery log. */
export function DeliveryFilters({ events, filter, onChange }: Props) {
  const change = (changes: { [Name in keyof DeliveryFilter]?: DeliveryFilter[Name] | undefined }) => {
    const changed = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(changed) as DeliveryFilter)
  }
  return (
    <div className="stack-tight" role="search" aria-label="Deliveries">
      <div className="row">
        <SelectField
          label="State"
          name="status"
          value={filter.status ?? ''}
          onChange={({ target }) => change({ status: (target.value as DeliveryStatus) || undefined })}
        >
          <Choices values={deliveryStatuses} />
        </SelectField>
        <SelectField
          label="Event"
          name="event"
          value={filter.event ?? ''}
          onChange={({ target }) => change({ event: target.value || undefined })}
        >
          <Choices values={events} />
        </SelectField>
        <SelectField
          label="Response"
          name="response"
          value={filter.response ?? ''}
          onChange={({ target }) => change({ response: (target.value as ResponseClass) || undefined })}
        >
          <Choices values={responseClasses} />
        </SelectField>
        <TextField
          label="From"
          name="since"
          type="datetime-local"
          value={toLocalTime(filter.since)}
          onChange={({ target }) => change({ since: fromLocalTime(target.value) })}
        />
        <TextField
          label="Until"
          name="until"
          type="datetime-local"
          value={toLocalTime(filter.until)}
          onChange={({ target }) => change({ until: fromLocalTime(target.value) })}
        />
      </div>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get('q') as string
          change({ q: text.trim() || undefined })
        }}
      >
        <TextField
          key={filter.q}
          label="Text"
          name="q"
          type="search"
          maxLength={255}
          defaultValue={filter.q}
          hint="A part of the request or of a response"
        />
        <Button type="submit">Search</Button>
      </form>
    </div>
  )
}

function Choices({ values }: { values: readonly string[] }) {
  return (
    <>
      <option value="">any</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </>
  )
}
