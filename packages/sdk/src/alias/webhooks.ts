import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { BodyOf, QueryOf } from '../client/operation.ts'
import { readLines } from '../client/read-lines.ts'
import type { NewWebhook, Operations, ReceivedDelivery, WebhookChange } from '../generated/alias-api.ts'
import type { AliasEvent } from '../generated/webhook-events.ts'
import { pullEvents, type PulledEvent } from '../webhooks/pull-events.ts'
import { recoveryBody, type Recovery } from '../webhooks/recovery-body.ts'
import { asDataPage, unwrap } from './unwrap.ts'

type EventName = NewWebhook['events'][number]

/** Endpoints that receive events. */
export const webhooks = ({ call, list }: Client<Operations>) => ({
  /** Newest first. */
  list: (query?: QueryOf<Operations, 'listWebhooks'>, options?: RequestOptions) =>
    list('listWebhooks', { query }, asDataPage, options),
  get: (id: string, options?: RequestOptions) => unwrap(call('getWebhook', { path: { id } }, options)),
  /** The `secret` is shown only in this response. */
  create: (body: NewWebhook, options?: RequestOptions) => unwrap(call('createWebhook', { body }, options)),
  /** Changes a webhook, replaces its secret, or enables it again. */
  update: (id: string, body: WebhookChange, options?: RequestOptions) =>
    unwrap(call('updateWebhook', { path: { id }, body }, options)),
  delete: (id: string, options?: RequestOptions) => call('deleteWebhook', { path: { id } }, options),
  /** The events that webhooks can subscribe to, each with the schema of its data and an example. */
  eventTypes: (options?: RequestOptions) => unwrap(call('listEventTypes', {}, options)),
  /** The message that a webhook with this format gets for the example of an event. */
  previewMessage: (body: BodyOf<Operations, 'previewWebhookMessage'>, options?: RequestOptions) =>
    unwrap(call('previewWebhookMessage', { body }, options)),
  /** Whether an event with this data is for a webhook with this filter. */
  testFilter: (body: BodyOf<Operations, 'testWebhookFilter'>, options?: RequestOptions) =>
    unwrap(call('testWebhookFilter', { body }, options)),
  /** A webhook's success rate, response times and last errors. */
  health: (id: string, options?: RequestOptions) =>
    unwrap(call('getWebhookHealth', { path: { id } }, options)),
  /** A webhook's deliveries with their responses, newest first. */
  deliveries: (id: string, query?: QueryOf<Operations, 'listDeliveries'>, options?: RequestOptions) =>
    list('listDeliveries', { path: { id }, query }, asDataPage, options),
  /**
   * The events of a webhook, for receivers that no request can reach: `for await (const event of …)`, without an end.
   * Going on acknowledges those before.
   */
  events: (id: string, options?: RequestOptions): AsyncGenerator<PulledEvent<AliasEvent>> =>
    pullEvents((query) => unwrap(call('pullEvents', { path: { id }, query }, options))),
  /** Redelivers a delivery under the same id. */
  redeliver: (id: string, deliveryId: string, options?: RequestOptions) =>
    unwrap(call('redeliverDelivery', { path: { id, deliveryId } }, options)),
  /** Redelivers the deliveries that failed or were cancelled since then; with `dryRun`, only counts them. */
  recover: (id: string, recovery: Date | string | Recovery<EventName>, options?: RequestOptions) =>
    unwrap(call('recoverWebhook', { path: { id }, body: recoveryBody(recovery) }, options)),
  /** The deliveries of all webhooks, newest first. */
  allDeliveries: (query?: QueryOf<Operations, 'listAllDeliveries'>, options?: RequestOptions) =>
    list('listAllDeliveries', { query }, asDataPage, options),
  /** The same, all in one response that is read as it comes: `for await (const delivery of …)`. */
  exportDeliveries: (query?: QueryOf<Operations, 'exportDeliveries'>, options?: RequestOptions) =>
    exportDeliveries(call, query, options),
})

async function* exportDeliveries(
  call: Client<Operations>['call'],
  query: QueryOf<Operations, 'exportDeliveries'> | undefined,
  options: RequestOptions | undefined,
): AsyncGenerator<ReceivedDelivery> {
  const lines = await call('exportDeliveries', { query }, options)
  for await (const delivery of readLines(lines)) yield delivery as ReceivedDelivery
}
