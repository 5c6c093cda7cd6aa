import { useNavigate, useSearch } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.tsx'
import type { Service } from '../services/service.ts'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { RecoverButton } from './recover-button.tsx'
import type { Webhook } from '../webhooks/webhook-service.ts'
import { webhookServices } from '../webhooks/webhook-services.ts'

/** The delivery log of a webhook. */
export function DeliveryLog({ service, webhook }: { service: Service; webhook: Webhook }) {
  const filter = useSearch({ from: '/app/webhooks/$service/$id' })
  const navigate = useNavigate({ from: '/webhooks/$service/$id' })
  return (
    <section className="stack-tight" aria-label="Delivery log">
      <div className="row row-apart">
        <h2>Delivery log</h2>
        <div className="row">
          <a
            className={buttonClass.usual}
            href={webhookServices[service].exportUrl({ ...filter, webhookId: webhook.id })}
            download
          >
            Export
          </a>
          <RecoverButton service={service} id={webhook.id} events={webhook.events} />
        </div>
      </div>
      <DeliveryFilters
        events={webhook.events}
        filter={filter}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <DeliveryList service={service} webhookId={webhook.id} filter={filter} />
    </section>
  )
}
