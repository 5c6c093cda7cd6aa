import type { Channel } from '../channel.ts'

type Headers = Record<string, string>

/** What a request's headers say again. No webhook can have headers of its own with these names. */
interface Attempt {
  deliveryId: string
  event: string
  sentAt: Date
}

const implied = new Set([
  'content-type',
  'user-agent',
  'x-service-delivery',
  'x-service-event',
  'x-service-timestamp',
  'webhook-id',
  'webhook-timestamp',
])

/** The headers of a request as the log stores them: without those that follow from the attempt, which are most of its row. */
export function toStoredHeaders(requestHeaders: Headers): Headers {
  const stored: Headers = {}
  for (const name in requestHeaders) if (!implied.has(name)) stored[name] = requestHeaders[name]!
  return stored
}

/** The headers of a request as they were sent. Earlier releases stored all of them. */
export function fromStoredHeaders(
  channel: Pick<Channel, 'headers'>,
  { deliveryId, event, sentAt }: Attempt,
  stored: Headers,
): Headers {
  return {
    'content-type': 'application/json',
    ...channel.headers({ event, sentAt }),
    'x-service-delivery': deliveryId,
    // Only with a secret that can sign so.
    ...('webhook-signature' in stored && {
      'webhook-id': deliveryId,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    }),
    ...stored,
  }
}
