import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CopyButton } from '../controls/copy-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { asService } from '../services/service.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { DeliveryLog } from '../deliveries/delivery-log.tsx'
import { DisabledNote } from './disabled-note.tsx'
import { HealthCard } from './health-card.tsx'
import { messageFormats } from './message-format.ts'
import { VerifyGuide } from './verify-guide.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { webhookServices } from './webhook-services.ts'
import { WebhookState } from './webhook-state.tsx'
import './webhooks.css'

/** One webhook: its events, its deliveries, and how to verify its signature. */
export function WebhookPage() {
  const { service: given, id } = useParams({ from: '/app/webhooks/$service/$id' })
  const service = asService(given)
  const { data: webhook, error } = useQuery({
    queryKey: ['webhooks', service, id],
    queryFn: () => webhookServices[service].get(id),
    refetchInterval: 10_000,
  })
  if (error) return <ErrorNote error={error} />
  if (!webhook) return <Loading />
  return (
    <div className="stack">
      <PageHeader
        title={webhook.name || 'Webhook'}
        lead={webhookServices[service].schedule}
        actions={<WebhookActions service={service} webhook={webhook} />}
      />
      <DisabledNote service={service} webhook={webhook} />
      <dl className="facts card">
        <dt>Endpoint URL</dt>
        <dd className="row">
          <code className="breakable">{webhook.url}</code>
          <CopyButton text={webhook.url} what="the URL" />
        </dd>
        <dt>State</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        <dt>Last sent</dt>
        <dd>
          <Time at={webhook.lastTriggeredAt} />
          {webhook.lastStatus !== null && `, answered ${webhook.lastStatus}`}
        </dd>
        {webhook.feed && (
          <>
            <dt>Pulled</dt>
            <dd>
              {webhook.feed.acknowledgedAt === null ? (
                'nothing acknowledged yet'
              ) : (
                <>
                  acknowledged <Time at={webhook.feed.acknowledgedAt} />
                </>
              )}
            </dd>
          </>
        )}
        <dt>Events</dt>
        <dd>{webhook.events.join(', ')}</dd>
        {webhook.filter && (
          <>
            <dt>Filter</dt>
            <dd>
              <code className="breakable">{JSON.stringify(webhook.filter)}</code>
            </dd>
          </>
        )}
        {webhook.format && (
          <>
            <dt>Format</dt>
            <dd>messages for {messageFormats[webhook.format]}</dd>
          </>
        )}
        {webhook.maxPerSecond && (
          <>
            <dt>Rate limit</dt>
            <dd>{webhook.maxPerSecond} a second</dd>
          </>
        )}
        {webhook.headerNames && (
          <>
            <dt>Headers</dt>
            <dd>{webhook.headerNames.join(', ')}</dd>
          </>
        )}
      </dl>
      <HealthCard service={service} id={webhook.id} />
      <DeliveryLog service={service} webhook={webhook} />
      <VerifyGuide />
    </div>
  )
}
