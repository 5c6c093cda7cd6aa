import type { Page, PageQuery } from '../client/page.ts'

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
  isActive: boolean
  failureCount: number
  lastTriggeredAt: string | null
  lastStatus: number | string | null
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

export interface DeliveryFilter {
  status?: DeliveryStatus
  event?: string
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
  create(input: WebhookInput): Promise<{ id: string; secret: string }>
  update(
    id: string,
    changes: Partial<WebhookInput> & { isActive?: boolean; secret?: string },
  ): Promise<unknown>
  remove(id: string): Promise<unknown>
  /** Sends an example of an event and returns the response status; absent if the service cannot. */
  test?: (id: string, event: string) => Promise<{ status: number }>
  listDeliveries(id: string, filter: DeliveryFilter, query: PageQuery): Promise<Page<Delivery>>
  redeliver(id: string, deliveryId: string): Promise<unknown>
  /** Resends all deliveries that failed or were cancelled since a time, and returns how many. */
  recover(id: string, since: string): Promise<number>
}
