import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ButtonLink } from '../controls/button-link.tsx'
import { buttonClass } from '../controls/button.tsx'
import { ServiceTabs } from '../services/service-tabs.tsx'
import { asService, serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { webhookServices } from '../webhooks/webhook-services.ts'
import '../webhooks/webhooks.css'

/** The deliveries of all webhooks of a service. */
export function DeliveriesPage() {
  const service = asService(useParams({ from: '/app/webhooks/$service/deliveries' }).service)
  const filter = useSearch({ from: '/app/webhooks/$service/deliveries' })
  const navigate = useNavigate({ from: '/webhooks/$service/deliveries' })
  const { events, exportUrl } = webhookServices[service]
  return (
    <div className="stack">
      <PageHeader
        title={`${serviceLabels[service]} deliveries`}
        lead="The requests to all your webhooks, newest first."
        actions={
          <>
            <ButtonLink to="/webhooks/$service" params={{ service }}>
              Webhooks
            </ButtonLink>
            <a className={buttonClass.usual} href={exportUrl(filter)} download>
              Export
            </a>
          </>
        }
      />
      <ServiceTabs service={service} to="/webhooks/$service/deliveries" />
      <DeliveryFilters
        events={events.map(({ name }) => name)}
        filter={filter}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <DeliveryList service={service} filter={filter} />
    </div>
  )
}
