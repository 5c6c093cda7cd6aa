import type { Page, PageQuery } from '../client/page.ts'

/** A webhook of either service. */
export interface Webhook {
  id: string
  /** Empty where the service names none. */
  name: string
  url: string
  events: string[]
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
}

export interface Attempt {
  number: number
  startedAt: string
  /** Null while it is under way. */
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

/** What both services can do with webhooks, each in its own words. */
export interface WebhookService {
  /** In which order they are offered: what is wanted most first. */
  events: { name: string; label: string }[]
  hasNames: boolean
  /** When the attempts of a delivery are made, in a sentence. */
  schedule: string
  list(query: PageQuery): Promise<Page<Webhook>>
  get(id: string): Promise<Webhook>
  create(input: WebhookInput): Promise<{ id: string; secret: string }>
  update(
    id: string,
    changes: Partial<WebhookInput> & { isActive?: boolean; secret?: string },
  ): Promise<unknown>
  remove(id: string): Promise<unknown>
  /** Sends one event at once and answers with the status that came back; not there where the service has none. */
  test?: (id: string) => Promise<{ status: number }>
  listDeliveries(id: string, filter: DeliveryFilter, query: PageQuery): Promise<Page<Delivery>>
  redeliver(id: string, deliveryId: string): Promise<unknown>
  /** Sends again all that failed or was cancelled since a time; answers how many. */
  recover(id: string, since: string): Promise<number>
}
