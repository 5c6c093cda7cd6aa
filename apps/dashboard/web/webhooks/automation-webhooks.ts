import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { loadPage } from '../client/page.ts'
import { givenHeaders } from './headers-text.ts'
import type { Webhook, WebhookService } from './webhook-service.ts'

type Event = AutomationApi.NewWebhook['events'][number]

// Typed by event name, so that a missing event is a compile error. A webhook's test event is sent whatever it subscribes to.
const labels: Record<Exclude<Event, 'webhook.test'>, string> = {
  'automation.completed': 'automation completed',
  'automation.failed': 'automation failed',
  'pipeline.completed': 'pipeline completed',
  'pipeline.failed': 'pipeline failed',
  'execution.started': 'run started',
  'execution.waiting': 'run waits for a person',
  'execution.selfheal.started': 'repair started',
  'execution.selfheal.succeeded': 'repair succeeded',
  'execution.selfheal.failed': 'repair failed',
  'schedule.skipped': 'schedule skipped',
  'schedule.failed': 'schedule failed',
  'job.enqueued': 'job queued',
  'job.completed': 'job completed',
  'job.failed': 'job failed',
  'intent.received': 'request received',
  'intent.resolved': 'request matched',
  'intent.generation.started': 'draft generation started',
  'intent.generation.completed': 'draft generated',
  'intent.generation.failed': 'draft generation failed',
  'intent.completed': 'request completed',
  'intent.failed': 'request failed',
  'webhook.failing': 'another webhook fails',
  'webhook.recovered': 'another webhook recovered',
}

function toWebhook({ _id, ...rest }: AutomationApi.Webhook): Webhook {
  return { ...rest, id: _id, disabledAt: null, disabledReason: null }
}

export const automationWebhooks: WebhookService = {
  events: Object.entries(labels).map(([name, label]) => ({ name, label })),
  hasNames: true,
  schedule:
    'The first attempt is made 5 s after the event. Failed attempts are retried after 30 s, 2 min, 10 min and 30 min. A 2xx response within 10 s counts as received.',
  async list(query) {
    const page = await loadPage(automation.webhooks.list(query))
    return { ...page, items: page.items.map(toWebhook) }
  },
  get: async (id) => toWebhook(await automation.webhooks.get(id)),
  health: (id) => automation.webhooks.health(id),
  async create({ name, url, events: chosen, filter, headers, maxPerSecond, format }) {
    const { _id, secret } = await automation.webhooks.create({
      name,
      url,
      events: chosen as Event[],
      ...(filter && { filter }),
      ...givenHeaders(headers),
      ...(maxPerSecond && { maxPerSecond }),
      ...(format && { format }),
    })
    return { id: _id, secret }
  },
  update: (id, { events: chosen, ...changes }) =>
    automation.webhooks.update(id, { ...changes, ...(chosen && { events: chosen as Event[] }) }),
  preview: (format, event) => automation.webhooks.previewMessage({ format, event: event as Event }),
  remove: (id) => automation.webhooks.delete(id),
  test: (id, event) => automation.webhooks.test(id, { event: event as Event }),
  listDeliveries: (id, { event, ...filter }, query) =>
    loadPage(automation.webhooks.deliveries(id, { ...query, ...filter, event: event as Event | undefined })),
  listAllDeliveries: ({ event, ...filter }, query) =>
    loadPage(automation.webhooks.allDeliveries({ ...query, ...filter, event: event as Event | undefined })),
  exportUrl: (filter) =>
    `/automation/webhooks/deliveries/export?${new URLSearchParams({ ...filter }).toString()}`,
  redeliver: (id, deliveryId) => automation.webhooks.redeliver(id, deliveryId),
  recover: async (id, { event, ...missed }) =>
    (await automation.webhooks.recover(id, { ...missed, event: event as Event | undefined })).recovered,
  countMissed: async (id, { event, ...missed }) =>
    (await automation.webhooks.recover(id, { ...missed, event: event as Event | undefined, dryRun: true }))
      .recovered,
}
