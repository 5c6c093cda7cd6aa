import { automation } from '../client/automation.ts'
import { loadPage } from '../client/page.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pager } from '../lists/pager.tsx'
import { usePages } from '../lists/use-pages.ts'
import { DeliveryEntry } from '../deliveries/delivery-entry.tsx'
import '../webhooks/webhooks.css'

/** The webhook deliveries about a run, each with its attempts when expanded. */
export function DeliveriesCard({ executionId }: { executionId: string }) {
  const { data, error, from, hasPrevious, goBack, goOn } = usePages(
    ['executions', executionId, 'deliveries'],
    (query) => loadPage(automation.executions.deliveries(executionId, query)),
    { refetchInterval: 3_000 },
  )
  if (!error && (!data || (data.items.length === 0 && !hasPrevious))) return null
  return (
    <section className="stack-tight" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <ErrorNote error={error} />
      {data && (
        <div className="table-frame">
          <ul>
            {data.items.map((delivery) => (
              <DeliveryEntry
                key={delivery.id}
                service="automation"
                webhookId={delivery.webhookId}
                receiver={delivery.url}
                delivery={delivery}
              />
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
