import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { NewWebhook, Operations, WebhookChange } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Where events go. All of it needs a `token`. */
export const webhooks = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listWebhooks'>, options?: RequestOptions) =>
    list('listWebhooks', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getWebhook', { path: { id } }, options),
  /** The `secret` in the answer is shown this once. */
  create: (body: NewWebhook, options?: RequestOptions) => call('createWebhook', { body }, options),
  update: (id: string, body: WebhookChange, options?: RequestOptions) =>
    call('updateWebhook', { path: { id }, body }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteWebhook', { path: { id } }, options),
  /** Sends one `webhook.test` now, and tells what was answered. */
  test: (id: string, options?: RequestOptions) => call('testWebhook', { path: { id } }, options),
  /** What was sent, and what was answered, the newest first. */
  deliveries: (id: string, query?: QueryOf<Operations, 'listDeliveries'>, options?: RequestOptions) =>
    list('listDeliveries', { path: { id }, query }, asPage, options),
  /** Sends a delivery again, under its id. */
  redeliver: (id: string, deliveryId: string, options?: RequestOptions) =>
    call('redeliverDelivery', { path: { id, deliveryId } }, options),
  /** Sends again all that failed or was cancelled since then. */
  recover: (id: string, since: Date | string, options?: RequestOptions) =>
    call('recoverWebhook', { path: { id }, body: { since: new Date(since).toISOString() } }, options),
  /** What signs for a job's `webhookUrl` that no webhook is registered for. */
  fallbackSecret: (options?: RequestOptions) => call('getFallbackSecret', {}, options),
})
