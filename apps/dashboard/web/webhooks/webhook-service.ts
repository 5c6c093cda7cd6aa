import type { Page, PageQuery } from '../client/page.ts'

import type { MessageFormat } from './message-format.ts'

/** A webhook of either service. */
export interface Webhook {
  id: string
  /** Empty if the service's webhooks have no names. */
  name: string
  url: string
  events: string[]
  filter?: Record<string, unknown> | undefined
  headerNames?: string[] | undefined
  maxPerSecond?: number | undefined
  format?: MessageFormat | undefined
  isActive: boolean
  failureCount: number
  lastTriggeredAt: string | null
  lastStatus: number | string | null
  /** The first failure since its last success. */
  failingSince?: string | undefined
  /** Where its events have been pulled. */
  feed?: { startedAt: string; acknowledgedAt: string | null } | undefined
  disabledAt: string | null
  disabledReason: string | null
  createdAt: string
}

export interface WebhookInput {
  name: string
  url: string
  events: string[]
  /** Null: every event of those. */
  filter: Record<string, unknown> | null
  /** Name → value, null to remove it. Those that are absent stay. */
  headers: Record<string, string | null>
  /** Deliveries; null: no limit. */
  maxPerSecond: number | null
  /** Null: the events themselves. */
  format: MessageFormat | null
}

export interface HealthWindow {
  attempts: number
  /** 0 to 1; null without attempts. */
  successRate: number | null
  p50Ms: number | null
  p95Ms: number | null
  /** By HTTP status or the name of the error, newest first. */
  errors: { error: number | string; count: number; lastAt: string }[]
}

export interface WebhookHealth {
  failingSince: string | null
  consecutiveFailures: number
  lastSucceededAt: string | null
  lastFailedAt: string | null
  pending: { count: number; oldestAt: string | null }
  last24Hours: HealthWindow
  last7Days: HealthWindow
}

export interface Attempt {
  number: number
  startedAt: string
  /** Null while the attempt is in progress. */
  durationMs: number | null
  status: number | null
  error: string | null
  requestHeaders: Record<string, string> | null
  responseBody: string | null
}

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface Delivery {
  id: string
  event: string
  status: DeliveryStatus
  createdAt: string
  endedAt: string | null
  nextAttemptAt: string | null
  failedAttempts: number
  body: string
  attempts: Attempt[]
}

/** A delivery in the log of all webhooks has its receiver, too. */
export type ReceivedDelivery = Delivery & { webhookId?: string | null; url?: string | null }

export const responseClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
export type ResponseClass = (typeof responseClasses)[number]

export interface DeliveryFilter {
  status?: DeliveryStatus
  event?: string
  response?: ResponseClass
  q?: string
  /** ISO 8601. */
  since?: string
  until?: string
}

/** Which missed deliveries to resend: failed or cancelled ones, created from then on. */
export interface Recovery {
  since: string
  until?: string
  event?: string
}

/** The text of a message for a chat. */
interface MessageText {
  title: string
  facts: { label: string; value: string }[]
}

/** The webhook operations of a service, with its wording. */
export interface WebhookService {
  /** In display order, most useful first. */
  events: { name: string; label: string }[]
  hasNames: boolean
  /** The retry schedule as text. */
  schedule: string
  list(query: PageQuery): Promise<Page<Webhook>>
  get(id: string): Promise<Webhook>
  health(id: string): Promise<WebhookHealth>
  create(input: WebhookInput): Promise<{ id: string; secret: string }>
  update(
    id: string,
    changes: Partial<WebhookInput> & { isActive?: boolean; secret?: string },
  ): Promise<unknown>
  remove(id: string): Promise<unknown>
  /** The message that the example of an event becomes. */
  preview(format: MessageFormat, event: string): Promise<MessageText>
  /** Sends an example of an event and returns the response status; absent if the service cannot. */
  test?: (id: string, event: string) => Promise<{ status: number }>
  listDeliveries(id: string, filter: DeliveryFilter, query: PageQuery): Promise<Page<Delivery>>
  redeliver(id: string, deliveryId: string): Promise<unknown>
  listAllDeliveries(filter: DeliveryFilter, query: PageQuery): Promise<Page<ReceivedDelivery>>
  /** Where the deliveries that a filter leaves are downloaded. */
  exportUrl(filter: DeliveryFilter & { webhookId?: string }): string
  /** Resends missed deliveries, and returns how many. */
  recover(id: string, missed: Recovery): Promise<number>
  /** How many `recover` would resend. */
  countMissed(id: string, missed: Recovery): Promise<number>
}
