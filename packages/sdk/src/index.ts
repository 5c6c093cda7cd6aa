export { AliasClient } from './alias/alias-client.ts'
export type { EmailListed, EmailsWatched } from './alias/watch-emails.ts'
export type { CodeFound, EmailWanted } from './alias/wait-for-email.ts'
export { AutomationClient } from './automation/automation-client.ts'
export type { ExecutionProgress } from './automation/watch-execution.ts'
export type { ClientOptions, RequestOptions, ResponseInfo, Token } from './client/client-options.ts'
export type { Clock } from './client/clock.ts'
export {
  ApiError,
  AuthenticationError,
  ChangedError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  WaypostError,
  type InputIssue,
} from './client/errors.ts'
export type { List, Page, Place } from './client/list.ts'
export type { WaitOptions } from './client/poll.ts'
export type * as AliasApi from './generated/alias-api.ts'
export type * as AutomationApi from './generated/automation-api.ts'
export type * from './generated/entities.ts'
export type {
  AliasEvent,
  AliasEventData,
  AutomationEvent,
  AutomationEventData,
} from './generated/webhook-events.ts'
export { signIn, type SignInOptions } from './sign-in.ts'
export { expressWebhooks } from './webhooks/express-webhooks.ts'
export { fastifyWebhooks, type FastifyWebhooksOptions } from './webhooks/fastify-webhooks.ts'
export { fetchWebhooks } from './webhooks/fetch-webhooks.ts'
export type { PulledEvent } from './webhooks/pull-events.ts'
export { signWebhook, type WebhookToSign } from './webhooks/sign-webhook.ts'
export { verifyWebhook, type WebhookCheck, type WebhookDelivery } from './webhooks/verify-webhook.ts'
export type { WebhookEvent } from './webhooks/webhook-event.ts'
export type { WebhookHeaders } from './webhooks/webhook-headers.ts'
export type { WebhookReceiverOptions } from './webhooks/webhook-receiver.ts'
export {
  WebhookVerificationError,
  type WebhookVerificationCode,
} from './webhooks/webhook-verification-error.ts'
