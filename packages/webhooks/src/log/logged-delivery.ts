import { z } from 'zod'
import type { Channel } from '../channel.ts'
import type { WebhookTables } from '../tables.ts'
import { fromStoredHeaders } from './stored-headers.ts'

const isoTime = z.iso.datetime()

const loggedAttempt = z.object({
  number: z.number().int(),
  startedAt: isoTime,
  // Null while the attempt is in flight, and for ever if its dispatcher died meanwhile.
  durationMs: z.number().int().nullable(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  requestHeaders: z.record(z.string(), z.string()).nullable(),
  responseBody: z.string().nullable(),
})

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'cancelled'])

/** A delivery as its owner sees it in the log, with its newest attempts in the order in which they were made. */
export const loggedDelivery = z.object({
  id: z.uuid(),
  event: z.string(),
  status: deliveryStatus,
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
  nextAttemptAt: isoTime.nullable(),
  failedAttempts: z.number().int(),
  /** The exact text that every attempt sends; with a `format`, the event that its message is made of. */
  body: z.string(),
  attempts: z.array(loggedAttempt),
})

export type LoggedDelivery = z.infer<typeof loggedDelivery>

export function toLoggedDelivery(
  channel: Pick<Channel, 'headers'>,
  row: WebhookTables['deliveries']['$inferSelect'],
  attempts: WebhookTables['deliveryAttempts']['$inferSelect'][],
): LoggedDelivery {
  return {
    id: row.id,
    event: row.event,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    failedAttempts: row.failedAttempts,
    body: row.body,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      durationMs: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      requestHeaders:
        attempt.requestHeaders &&
        fromStoredHeaders(
          channel,
          { deliveryId: row.id, event: row.event, sentAt: attempt.startedAt },
          attempt.requestHeaders,
        ),
      responseBody: attempt.responseBody,
    })),
  }
}
