import { useState } from 'react'
import { ErrorNote } from '../controls/error-note.tsx'
import { SelectField } from '../controls/field.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { Pager } from '../lists/pager.tsx'
import { usePages } from '../lists/use-pages.ts'
import type { Service } from '../services/service.ts'
import { DeliveryEntry } from './delivery-entry.tsx'
import { RecoverButton } from './recover-button.tsx'
import {
  deliveryStatuses,
  type DeliveryFilter,
  type DeliveryStatus,
  type Webhook,
} from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

/** The delivery log of a webhook. */
export function DeliveryLog({ service, webhook }: { service: Service; webhook: Webhook }) {
  const { listDeliveries } = webhookServices[service]
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const [event, setEvent] = useState('')
  const filter: DeliveryFilter = { ...(status !== '' && { status }), ...(event !== '' && { event }) }
  const { data, error, from, hasPrevious, goBack, goOn } = usePages(
    ['webhooks', service, webhook.id, 'deliveries', filter],
    (query) => listDeliveries(webhook.id, filter, query),
    { refetchInterval: 3_000 },
  )
  return (
    <section className="stack-tight" aria-label="Delivery log">
      <div className="row row-apart">
        <h2>Delivery log</h2>
        <RecoverButton service={service} id={webhook.id} />
      </div>
      <div className="row">
        <SelectField
          label="State"
          name="status"
          value={status}
          onChange={(change) => setStatus(change.target.value as DeliveryStatus | '')}
        >
          <option value="">any</option>
          {deliveryStatuses.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Event"
          name="event"
          value={event}
          onChange={(change) => setEvent(change.target.value)}
        >
          <option value="">any</option>
          {webhook.events.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      </div>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data?.items.length === 0 && !hasPrevious && (
        <EmptyState title="No deliveries">
          {Object.keys(filter).length > 0
            ? 'No delivery matches. Choose “any” to see all.'
            : 'Each delivery is listed here with its request and your server’s response.'}
        </EmptyState>
      )}
      {data && (data.items.length > 0 || hasPrevious) && (
        <div className="table-frame">
          <ul>
            {data.items.map((delivery) => (
              <DeliveryEntry key={delivery.id} service={service} webhookId={webhook.id} delivery={delivery} />
            ))}
          </ul>
          <Pager
            from={from}
            count={data.items.length}
            total={data.total}
            goBack={hasPrevious ? goBack : undefined}
            goOn={goOn}
          />
        </div>
      )}
    </section>
  )
}
