import { z } from 'zod'
import {
  aliasChannel,
  maxPerSecond,
  newWebhookHeaders,
  toWebhookState,
  webhookFilter,
  webhookFormat,
  webhookHeadersChange,
  webhookSecret,
  webhookState,
  type WebhookRow,
} from '@waypost/webhooks'

const isoTime = z.iso.datetime()
const url = z.string().min(1).max(2048)
const eventNames = Object.keys(aliasChannel.events) as [keyof typeof aliasChannel.events]
export const eventName = z.enum(eventNames)
const events = z.array(eventName).min(1).max(10)

export const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(eventName),
  filter: z.record(z.string(), z.unknown()).optional().describe('Absent where it gets every event of those'),
  headerNames: z.array(z.string()).optional().describe('Of its own headers; absent where it has none'),
  maxPerSecond: maxPerSecond.optional().describe('Absent where it has no limit'),
  format: webhookFormat.optional().describe('Absent where it gets the events themselves'),
  ...webhookState.shape,
  /** When the service disabled it, and why. */
  disabledAt: isoTime.nullable(),
  disabledReason: z.string().nullable(),
  createdAt: isoTime,
})

export const createdWebhook = webhook
  .pick({ id: true, url: true, events: true, createdAt: true })
  .extend({ secret: z.string() })
export const newWebhook = z.strictObject({
  url,
  events,
  filter: webhookFilter.optional(),
  headers: newWebhookHeaders.optional(),
  maxPerSecond: maxPerSecond.optional(),
  format: webhookFormat.optional(),
  secret: webhookSecret.optional(),
})
export const webhookChange = z
  .strictObject({
    isActive: z.boolean(),
    url,
    events,
    filter: webhookFilter.nullable(),
    headers: webhookHeadersChange,
    maxPerSecond: maxPerSecond.nullable(),
    format: webhookFormat.nullable(),
    secret: webhookSecret,
  })
  .partial()

/** What to preview: the message of a chat service for an example of an event. */
export const messagePreviewInput = z.strictObject({ format: webhookFormat, event: eventName })

export type Webhook = z.infer<typeof webhook>

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events as Webhook['events'],
    ...(row.filter && { filter: row.filter }),
    ...(row.format && { format: row.format }),
    ...(row.maxPerSecond && { maxPerSecond: row.maxPerSecond }),
    ...(row.headerNames && { headerNames: row.headerNames }),
    ...toWebhookState(row),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledReason: row.disabledReason,
    createdAt: row.createdAt.toISOString(),
  }
}
