import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { BodyOf, QueryOf } from '../client/operation.ts'
import { readLines } from '../client/read-lines.ts'
import type { NewWebhook, Operations, ReceivedDelivery, WebhookChange } from '../generated/automation-api.ts'
import type { AutomationEvent } from '../generated/webhook-events.ts'
import { pullEvents, type PulledEvent } from '../webhooks/pull-events.ts'
import { recoveryBody, type Recovery } from '../webhooks/recovery-body.ts'
import { asPage } from './as-page.ts'

type EventName = NewWebhook['events'][number]

/** Endpoints that receive events. Every method needs a `token`. */
export const webhooks = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listWebhooks'>, options?: RequestOptions) =>
    list('listWebhooks', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getWebhook', { path: { id } }, options),
  /** The `secret` is shown only in this response. */
  create: (body: NewWebhook, options?: RequestOptions) => call('createWebhook', { body }, options),
  update: (id: string, body: WebhookChange, options?: RequestOptions) =>
    call('updateWebhook', { path: { id }, body }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteWebhook', { path: { id } }, options),
  /** Sends one `webhook.test`, or an example of another event, now, and returns the receiver's response. */
  test: (id: string, body?: BodyOf<Operations, 'testWebhook'>, options?: RequestOptions) =>
    call('testWebhook', { path: { id }, ...(body && { body }) }, options),
  /** The events that webhooks can subscribe to, each with the schema of its data and an example. */
  eventTypes: (options?: RequestOptions) => call('listEventTypes', {}, options),
  /** The message that a webhook with this format gets for the example of an event. */
  previewMessage: (body: BodyOf<Operations, 'previewWebhookMessage'>, options?: RequestOptions) =>
    call('previewWebhookMessage', { body }, options),
  /** Whether an event with this data is for a webhook with this filter. */
  testFilter: (body: BodyOf<Operations, 'testWebhookFilter'>, options?: RequestOptions) =>
    call('testWebhookFilter', { body }, options),
  /** A webhook's success rate, response times and last errors. */
  health: (id: string, options?: RequestOptions) => call('getWebhookHealth', { path: { id } }, options),
  /** A webhook's deliveries with their responses, newest first. */
  deliveries: (id: string, query?: QueryOf<Operations, 'listDeliveries'>, options?: RequestOptions) =>
    list('listDeliveries', { path: { id }, query }, asPage, options),
  /**
   * The events of a webhook, for receivers that no request can reach: `for await (const event of …)`, without an end.
   * Going on acknowledges those before.
   */
  events: (id: string, options?: RequestOptions): AsyncGenerator<PulledEvent<AutomationEvent>> =>
    pullEvents((query) => call('pullEvents', { path: { id }, query }, options)),
  /** Redelivers a delivery under the same id. */
  redeliver: (id: string, deliveryId: string, options?: RequestOptions) =>
    call('redeliverDelivery', { path: { id, deliveryId } }, options),
  /** Redelivers the deliveries that failed or were cancelled since then; with `dryRun`, only counts them. */
  recover: (id: string, recovery: Date | string | Recovery<EventName>, options?: RequestOptions) =>
    call('recoverWebhook', { path: { id }, body: recoveryBody(recovery) }, options),
  /** The deliveries of all webhooks, newest first. */
  allDeliveries: (query?: QueryOf<Operations, 'listAllDeliveries'>, options?: RequestOptions) =>
    list('listAllDeliveries', { query }, asPage, options),
  /** The same, all in one response that is read as it comes: `for await (const delivery of …)`. */
  exportDeliveries: (query?: QueryOf<Operations, 'exportDeliveries'>, options?: RequestOptions) =>
    exportDeliveries(call, query, options),
  /** The secret that signs deliveries to a `webhookUrl` without a registered webhook. */
  fallbackSecret: (options?: RequestOptions) => call('getFallbackSecret', {}, options),
})

async function* exportDeliveries(
  call: Client<Operations>['call'],
  query: QueryOf<Operations, 'exportDeliveries'> | undefined,
  options: RequestOptions | undefined,
): AsyncGenerator<ReceivedDelivery> {
  const lines = await call('exportDeliveries', { query }, options)
  for await (const delivery of readLines(lines)) yield delivery as ReceivedDelivery
}
