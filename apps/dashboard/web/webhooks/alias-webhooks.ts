import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'
import { givenHeaders } from './headers-text.ts'
import type { Webhook, WebhookService } from './webhook-service.ts'

type Event = AliasApi.NewWebhook['events'][number]

// Typed by event name, so that a missing event is a compile error.
const labels: Record<Event, string> = {
  'email.received': 'email received',
  'email.withheld': 'email not forwarded',
  'email.deleted': 'email deleted',
  'address.created': 'alias created',
  'address.expiring': 'alias expires soon',
  'address.expired': 'alias expired',
  'address.deleted': 'alias deleted',
  'domain.lost': 'domain no longer verified',
  'webhook.failing': 'another webhook fails',
  'webhook.recovered': 'another webhook recovered',
}

const toWebhook = (webhook: AliasApi.Webhook): Webhook => ({ ...webhook, name: '' })

async function list(query: PageQuery) {
  const page = await loadPage(alias.webhooks.list(query))
  return { ...page, items: page.items.map(toWebhook) }
}

export const aliasWebhooks: WebhookService = {
  events: Object.entries(labels).map(([name, label]) => ({ name, label })),
  hasNames: false,
  schedule:
    'The first attempt is made at once. Failed attempts are retried after 1 min, 5 min, 30 min and 2 h. If the fifth attempt fails too, and no other delivery succeeded meanwhile, the webhook is disabled. A 2xx response within 10 s counts as received.',
  list,
  get: async (id) => toWebhook(await alias.webhooks.get(id)),
  health: (id) => alias.webhooks.health(id),
  create: ({ url, events: chosen, filter, headers, maxPerSecond, format }) =>
    alias.webhooks.create({
      url,
      events: chosen as Event[],
      ...(filter && { filter }),
      ...givenHeaders(headers),
      ...(maxPerSecond && { maxPerSecond }),
      ...(format && { format }),
    }),
  update: (id, { isActive, url, events: chosen, filter, headers, maxPerSecond, format, secret }) =>
    alias.webhooks.update(id, {
      ...(isActive !== undefined && { isActive }),
      ...(url !== undefined && { url }),
      ...(filter !== undefined && { filter }),
      ...(headers !== undefined && { headers }),
      ...(maxPerSecond !== undefined && { maxPerSecond }),
      ...(format !== undefined && { format }),
      ...(secret !== undefined && { secret }),
      ...(chosen && { events: chosen as Event[] }),
    }),
  preview: (format, event) => alias.webhooks.previewMessage({ format, event: event as Event }),
  remove: (id) => alias.webhooks.delete(id),
  listDeliveries: (id, { event, ...filter }, query) =>
    loadPage(alias.webhooks.deliveries(id, { ...query, ...filter, event: event as Event | undefined })),
  listAllDeliveries: ({ event, ...filter }, query) =>
    loadPage(alias.webhooks.allDeliveries({ ...query, ...filter, event: event as Event | undefined })),
  exportUrl: (filter) =>
    `/alias/api/v1/webhooks/deliveries/export?${new URLSearchParams({ ...filter }).toString()}`,
  redeliver: (id, deliveryId) => alias.webhooks.redeliver(id, deliveryId),
  recover: async (id, { event, ...missed }) =>
    (await alias.webhooks.recover(id, { ...missed, event: event as Event | undefined })).recovered,
  countMissed: async (id, { event, ...missed }) =>
    (await alias.webhooks.recover(id, { ...missed, event: event as Event | undefined, dryRun: true }))
      .recovered,
}
