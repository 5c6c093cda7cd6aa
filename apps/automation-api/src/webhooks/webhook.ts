import { z } from 'zod'
import { nameText } from '@waypost/http'
import {
  automationEventNames,
  maxPerSecond,
  newWebhookHeaders,
  toWebhookState,
  webhookFilter,
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
})
export const webhookChange = newWebhook
  .extend({
    filter: webhookFilter.nullable(),
    headers: webhookHeadersChange,
    maxPerSecond: maxPerSecond.nullable(),
    isActive: z.boolean(),
    secret: webhookSecret,
  })
  .partial()

export type Webhook = z.infer<typeof webhook>

export function toWebhook(row: WebhookRow): Webhook {
  return {
    _id: row.id,
    name: row.name ?? '',
    url: row.url,
    events: row.events,
    ...(row.filter && { filter: row.filter }),
    ...(row.maxPerSecond && { maxPerSecond: row.maxPerSecond }),
    ...(row.headerNames && { headerNames: row.headerNames }),
    ...toWebhookState(row),
    createdAt: row.createdAt.toISOString(),
  }
}
