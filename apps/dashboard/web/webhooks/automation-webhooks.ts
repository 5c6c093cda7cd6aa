import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { loadPage } from '../client/page.ts'
import type { Webhook, WebhookService } from './webhook-service.ts'

type Event = AutomationApi.NewWebhook['events'][number]

const events: { name: Event; label: string }[] = [
  { name: 'automation.completed', label: 'an automation finished' },
  { name: 'automation.failed', label: 'an automation failed' },
  { name: 'pipeline.completed', label: 'a pipeline finished' },
  { name: 'pipeline.failed', label: 'a pipeline failed' },
  { name: 'execution.started', label: 'a run started' },
  { name: 'execution.selfheal.started', label: 'a repair began' },
  { name: 'execution.selfheal.succeeded', label: 'a step was repaired' },
  { name: 'execution.selfheal.failed', label: 'a repair failed' },
  { name: 'job.enqueued', label: 'a job was queued' },
  { name: 'job.completed', label: 'a job finished' },
  { name: 'job.failed', label: 'a job failed' },
  { name: 'intent.received', label: 'a request was taken' },
  { name: 'intent.resolved', label: 'a request matched' },
  { name: 'intent.generation.started', label: 'writing began' },
  { name: 'intent.generation.completed', label: 'a draft was written' },
  { name: 'intent.generation.failed', label: 'writing failed' },
  { name: 'intent.completed', label: 'a request ended' },
  { name: 'intent.failed', label: 'a request failed' },
]

function toWebhook({ _id, ...rest }: AutomationApi.Webhook): Webhook {
  return { ...rest, id: _id, disabledAt: null, disabledReason: null }
}

export const automationWebhooks: WebhookService = {
  events,
  hasNames: true,
  schedule:
    'The first attempt is made 5 s after the event, not at once. If it fails, it is tried again 30 s, 2 min, 10 min and 30 min later, then given up. Any answer with 2xx within 10 s counts as received.',
  async list(query) {
    const page = await loadPage(automation.webhooks.list(query))
    return { ...page, items: page.items.map(toWebhook) }
  },
  get: async (id) => toWebhook(await automation.webhooks.get(id)),
  async create({ name, url, events: chosen }) {
    const { _id, secret } = await automation.webhooks.create({ name, url, events: chosen as Event[] })
    return { id: _id, secret }
  },
  update: (id, { events: chosen, ...changes }) =>
    automation.webhooks.update(id, { ...changes, ...(chosen && { events: chosen as Event[] }) }),
  remove: (id) => automation.webhooks.delete(id),
  test: (id) => automation.webhooks.test(id),
  listDeliveries: (id, { status, event }, query) =>
    loadPage(automation.webhooks.deliveries(id, { ...query, status, event: event as Event | undefined })),
  redeliver: (id, deliveryId) => automation.webhooks.redeliver(id, deliveryId),
  recover: async (id, since) => (await automation.webhooks.recover(id, since)).recovered,
}
