import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { Pager } from '../lists/pager.tsx'
import { SelectionBar } from '../lists/selection-bar.tsx'
import { usePages } from '../lists/use-pages.ts'
import { useSelection } from '../lists/use-selection.ts'
import type { Service } from '../services/service.ts'
import { deliveryBulk } from './delivery-bulk.ts'
import { DeliveryEntry } from './delivery-entry.tsx'
import type { DeliveryFilter, ReceivedDelivery } from '../webhooks/webhook-service.ts'
import { webhookServices } from '../webhooks/webhook-services.ts'

interface Props {
  service: Service
  /** Only its deliveries; without it, those of all webhooks. */
  webhookId?: string
  filter: DeliveryFilter
}

/** Deliveries that a filter leaves, page by page. */
export function DeliveryList({ service, webhookId, filter }: Props) {
  const { listDeliveries, listAllDeliveries } = webhookServices[service]
  const { data, error, from, hasPrevious, goBack, goOn } = usePages<ReceivedDelivery>(
    ['webhooks', service, webhookId ?? 'all', 'deliveries', filter],
    (query) =>
      webhookId === undefined ? listAllDeliveries(filter, query) : listDeliveries(webhookId, filter, query),
    { refetchInterval: 3_000 },
  )
  const client = useQueryClient()
  const deliveries = data?.items ?? []
  const selection = useSelection(deliveries.map(({ id }) => id))
  const webhookOf = (delivery: ReceivedDelivery) => webhookId ?? delivery.webhookId ?? null
  if (error) return <ErrorNote error={error} />
  if (!data) return <Loading />
  if (data.items.length === 0 && goOn)
    return (
      <EmptyState title="Nothing found yet" action={<Button onClick={goOn}>Search older deliveries</Button>}>
        None of the newer deliveries matches.
      </EmptyState>
    )
  if (data.items.length === 0 && !hasPrevious)
    return (
      <EmptyState title="No deliveries">
        {Object.keys(filter).length > 0
          ? 'No delivery matches. Choose “any” to see all.'
          : 'Each delivery is listed here with its request and your server’s response.'}
      </EmptyState>
    )
  const selected = deliveries.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar
          rows={selected}
          actions={deliveryBulk(service, webhookOf)}
          refresh={() => client.invalidateQueries({ queryKey: ['webhooks', service] })}
          selection={selection}
          shown={deliveries.length}
        />
      )}
      <div className="table-frame">
        <ul aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryEntry
              key={delivery.id}
              service={service}
              webhookId={webhookOf(delivery)}
              receiver={delivery.url ?? null}
              delivery={delivery}
              selection={selection}
            />
          ))}
        </ul>
        <Pager
          from={from}
          count={deliveries.length}
          total={data.total}
          goBack={hasPrevious ? goBack : undefined}
          goOn={goOn}
        />
      </div>
    </>
  )
}
