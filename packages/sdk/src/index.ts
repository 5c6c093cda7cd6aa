export type {
  AliasEvent,
  AliasEventData,
  AutomationEvent,
  AutomationEventData,
} from './generated/webhook-events.ts'
export { expressWebhooks } from './webhooks/express-webhooks.ts'
export { fastifyWebhooks, type FastifyWebhooksOptions } from './webhooks/fastify-webhooks.ts'
export { fetchWebhooks } from './webhooks/fetch-webhooks.ts'
export { verifyWebhook, type WebhookCheck, type WebhookDelivery } from './webhooks/verify-webhook.ts'
export type { WebhookEvent } from './webhooks/webhook-event.ts'
export type { WebhookHeaders } from './webhooks/webhook-headers.ts'
export type { WebhookReceiverOptions } from './webhooks/webhook-receiver.ts'
export {
  WebhookVerificationError,
  type WebhookVerificationCode,
} from './webhooks/webhook-verification-error.ts'
