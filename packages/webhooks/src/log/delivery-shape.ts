import type { Channel } from '../channel.ts'
import { receivedDelivery, type ReceivedDelivery } from './find-received-deliveries.ts'
import { loggedDelivery, type LoggedDelivery } from './logged-delivery.ts'

const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
const sentAt = new Date('2026-03-02T09:30:00Z')
const at = sentAt.toISOString()

/** `loggedDelivery` with an example of one of the channel's events. */
export function deliveryShape(
  { timestamp, headers }: Pick<Channel, 'timestamp' | 'headers'>,
  event: string,
): { schema: typeof loggedDelivery; example: LoggedDelivery } {
  const attempt = {
    number: 1,
    startedAt: at,
    durationMs: 42,
    status: 204,
    error: null,
    requestHeaders: headers({ event, sentAt }),
    responseBody: '',
  }
  const example: LoggedDelivery = {
    id,
    event,
    status: 'delivered',
    createdAt: at,
    endedAt: at,
    nextAttemptAt: null,
    failedAttempts: 0,
    body: JSON.stringify({ event, timestamp: timestamp(sentAt), data: {} }),
    attempts: [attempt],
  }
  return { schema: loggedDelivery, example }
}

/** The same for `receivedDelivery`. */
export function receivedDeliveryShape(
  channel: Pick<Channel, 'timestamp' | 'headers'>,
  event: string,
): { schema: typeof receivedDelivery; example: ReceivedDelivery } {
  const { example } = deliveryShape(channel, event)
  return {
    schema: receivedDelivery,
    example: { ...example, webhookId: id, url: 'https://hooks.example' },
  }
}
