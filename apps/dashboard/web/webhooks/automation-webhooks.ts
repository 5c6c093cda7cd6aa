import { automation } from '../client/automation.ts'
import type { components } from '../client/automation-schema.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage } from '../client/page.ts'
import type { Webhook, WebhookService } from './webhook-service.ts'

type Event = components['schemas']['NewWebhook']['events'][number]

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

function toWebhook({ _id, ...rest }: components['schemas']['Webhook']): Webhook {
  return { ...rest, id: _id, disabledAt: null, disabledReason: null }
}

export const automationWebhooks: WebhookService = {
  events,
  hasNames: true,
  schedule:
    'The first attempt is made 5 s after the event, not at once. If it fails, it is tried again 30 s, 2 min, 10 min and 30 min later, then given up. Any answer with 2xx within 10 s counts as received.',
  async list(query) {
    const { data, headers } = await callWithHeaders(automation.GET('/webhooks', { params: { query } }))
    return toPage(data.map(toWebhook), headers)
  },
  get: async (id) => toWebhook(await call(automation.GET('/webhooks/{id}', { params: { path: { id } } }))),
  async create({ name, url, events: chosen }) {
    const { _id, secret } = await call(
      automation.POST('/webhooks', { body: { name, url, events: chosen as Event[] } }),
    )
    return { id: _id, secret }
  },
  update: (id, { events: chosen, ...changes }) =>
    call(
      automation.PATCH('/webhooks/{id}', {
        params: { path: { id } },
        body: { ...changes, ...(chosen && { events: chosen as Event[] }) },
      }),
    ),
  remove: (id) => call(automation.DELETE('/webhooks/{id}', { params: { path: { id } } })),
  test: (id) => call(automation.POST('/webhooks/{id}/test', { params: { path: { id } } })),
  async listDeliveries(id, { status, event }, query) {
    const { data, headers } = await callWithHeaders(
      automation.GET('/webhooks/{id}/deliveries', {
        params: {
          path: { id },
          query: { ...query, ...(status && { status }), ...(event && { event: event as Event }) },
        },
      }),
    )
    return toPage(data, headers)
  },
  redeliver: (id, deliveryId) =>
    call(
      automation.POST('/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
        params: { path: { id, deliveryId } },
      }),
    ),
  async recover(id, since) {
    const { recovered } = await call(
      automation.POST('/webhooks/{id}/recover', { params: { path: { id } }, body: { since } }),
    )
    return recovered
  },
}
