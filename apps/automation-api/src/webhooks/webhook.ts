import { z } from 'zod'
import { nameText } from '@waypost/http'
import {
  automationEventNames,
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

const name = nameText(100)
const url = z.string().min(1).max(2048)
const events = z.array(z.enum(automationEventNames)).min(1)

export const webhook = z.object({
  _id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  filter: z.record(z.string(), z.unknown()).optional().describe('Absent where it gets every event of those'),
  headerNames: z.array(z.string()).optional().describe('Of its own headers; absent where it has none'),
  maxPerSecond: maxPerSecond.optional().describe('Absent where it has no limit'),
  format: webhookFormat.optional().describe('Absent where it gets the events themselves'),
  ...webhookState.shape,
  createdAt: z.iso.datetime(),
})

export const createdWebhook = webhook.extend({ secret: z.string() })
export const newWebhook = z.strictObject({
  name,
  url,
  events,
  filter: webhookFilter.optional(),
  headers: newWebhookHeaders.optional(),
  maxPerSecond: maxPerSecond.optional(),
  format: webhookFormat.optional(),
})
export const webhookChange = newWebhook
  .extend({
    filter: webhookFilter.nullable(),
    headers: webhookHeadersChange,
    maxPerSecond: maxPerSecond.nullable(),
    format: webhookFormat.nullable(),
    isActive: z.boolean(),
    secret: webhookSecret,
  })
  .partial()

/** What to preview: the message of a chat service for an example of an event. */
export const messagePreviewInput = z.strictObject({
  format: webhookFormat,
  event: z.enum(automationEventNames),
})

export type Webhook = z.infer<typeof webhook>

export function toWebhook(row: WebhookRow): Webhook {
  return {
    _id: row.id,
    name: row.name ?? '',
    url: row.url,
    events: row.events,
    ...(row.filter && { filter: row.filter }),
    ...(row.format && { format: row.format }),
    ...(row.maxPerSecond && { maxPerSecond: row.maxPerSecond }),
    ...(row.headerNames && { headerNames: row.headerNames }),
    ...toWebhookState(row),
    createdAt: row.createdAt.toISOString(),
  }
}
