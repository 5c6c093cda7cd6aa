import { alias } from '../client/alias.ts'
import type { components } from '../client/alias-schema.ts'
import { ApiError } from '../client/api-error.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'
import type { Webhook, WebhookService } from './webhook-service.ts'

type Event = components['schemas']['NewWebhook']['events'][number]

const events: { name: Event; label: string }[] = [
  { name: 'email.received', label: 'a mail arrived' },
  { name: 'email.deleted', label: 'a mail was deleted' },
  { name: 'address.created', label: 'an address was made' },
  { name: 'address.expired', label: 'an address expired' },
  { name: 'address.deleted', label: 'an address was deleted' },
]

const toWebhook = (webhook: components['schemas']['Webhook']): Webhook => ({ ...webhook, name: '' })

async function list(query: PageQuery) {
  const { data, headers } = await callWithHeaders(alias.GET('/api/v1/webhooks', { params: { query } }))
  return toPage(data.data.map(toWebhook), headers)
}

/** The service has no way to ask for one alone. */
async function get(id: string): Promise<Webhook> {
  let query: PageQuery | undefined = { limit: 100 }
  while (query) {
    const page: Awaited<ReturnType<typeof list>> = await list(query)
    const found = page.items.find((webhook) => webhook.id === id)
    if (found) return found
    query = page.next
  }
  throw new ApiError(404, 'Webhook not found')
}

export const aliasWebhooks: WebhookService = {
  events,
  hasNames: false,
  schedule:
    'The first attempt is made at once. If it fails, it is tried again 1 min, 5 min, 30 min and 2 h later. When the fifth attempt has failed too, and nothing came through meanwhile, the webhook is disabled. Any answer with 2xx within 10 s counts as received.',
  list,
  get,
  async create({ url, events: chosen }) {
    const { data } = await call(alias.POST('/api/v1/webhooks', { body: { url, events: chosen as Event[] } }))
    return data
  },
  update: (id, { isActive, url, events: chosen, secret }) =>
    call(
      alias.PATCH('/api/v1/webhooks/{id}', {
        params: { path: { id } },
        body: {
          ...(isActive !== undefined && { isActive }),
          ...(url !== undefined && { url }),
          ...(secret !== undefined && { secret }),
          ...(chosen && { events: chosen as Event[] }),
        },
      }),
    ),
  remove: (id) => call(alias.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } })),
  async listDeliveries(id, { status, event }, query) {
    const { data, headers } = await callWithHeaders(
      alias.GET('/api/v1/webhooks/{id}/deliveries', {
        params: {
          path: { id },
          query: { ...query, ...(status && { status }), ...(event && { event: event as Event }) },
        },
      }),
    )
    return toPage(data.data, headers)
  },
  redeliver: (id, deliveryId) =>
    call(
      alias.POST('/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
        params: { path: { id, deliveryId } },
      }),
    ),
  async recover(id, since) {
    const { data } = await call(
      alias.POST('/api/v1/webhooks/{id}/recover', { params: { path: { id } }, body: { since } }),
    )
    return data.recovered
  },
}
