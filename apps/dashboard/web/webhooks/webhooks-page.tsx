import { Link, useParams } from '@tanstack/react-router'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { ServiceTabs } from '../services/service-tabs.tsx'
import { asService, serviceLabels } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { CreateWebhookButton } from './create-webhook-button.tsx'
import type { Webhook } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'
import { WebhookState } from './webhook-state.tsx'

export function WebhooksPage() {
  const service = asService(useParams({ from: '/app/webhooks/$service' }).service)
  const { list, schedule } = webhookServices[service]
  const columns: Column<Webhook>[] = [
    {
      label: 'Endpoint',
      cell: ({ id, name, url }) => (
        <Link className="row-strong breakable" to="/webhooks/$service/$id" params={{ service, id }}>
          {name || url}
        </Link>
      ),
    },
    { label: 'Events', cell: ({ events }) => events.length },
    { label: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
    { label: 'Last sent', cell: ({ lastTriggeredAt }) => <Time at={lastTriggeredAt} /> },
  ]
  return (
    <>
      <PageHeader
        title={`${serviceLabels[service]} webhooks`}
        lead={schedule}
        actions={
          <>
            <CreateWebhookButton service={service} />
          </>
        }
      />
      <ServiceTabs service={service} to="/webhooks/$service" />
      <PagedTable
        caption="Webhooks"
        queryKey={['webhooks', service, 'list']}
        load={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="Create your first webhook" action={<CreateWebhookButton service={service} />}>
            Enter the URL of your server and choose events. Each event is signed, sent to that URL and retried
            if it fails.
          </EmptyState>
        }
      />
    </>
  )
}
