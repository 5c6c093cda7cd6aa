import { z } from 'zod'
import type { EgressPolicy } from '@waypost/egress'
import { findUrlIssue, ValidationError, nameText } from '@waypost/http'
import { automationEventNames, webhookSecret } from '@waypost/webhooks'
import type { webhooks } from '../db/tables.ts'

const isoTime = z.iso.datetime()
const name = nameText(100)
const url = z.string().min(1).max(2048)
const events = z.array(z.enum(automationEventNames)).min(1)

export const webhook = z.object({
  _id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isActive: z.boolean(),
  failureCount: z.number().int(),
  lastTriggeredAt: isoTime.nullable(),
  lastStatus: z.union([z.number().int(), z.string()]).nullable(),
  createdAt: isoTime,
})

export const createdWebhook = webhook.extend({ secret: z.string() })
export const newWebhook = z.strictObject({ name, url, events })
export const webhookChange = newWebhook.extend({ isActive: z.boolean(), secret: webhookSecret }).partial()

export type Webhook = z.infer<typeof webhook>

export function toWebhook(row: typeof webhooks.$inferSelect): Webhook {
  return {
    _id: row.id,
    name: row.name ?? '',
    url: row.url,
    events: row.events,
    isActive: row.isActive,
    failureCount: row.failureCount,
    lastTriggeredAt: row.lastTriggeredAt?.toISOString() ?? null,
    lastStatus:
      row.lastStatus !== null && /^\d+$/.test(row.lastStatus) ? Number(row.lastStatus) : row.lastStatus,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Refuses at once what could never be delivered. */
export function checkReceiverUrl(egress: EgressPolicy, property: string, receiverUrl: string): void {
  const issue = findUrlIssue(egress, property, receiverUrl)
  if (issue) throw new ValidationError([issue])
}
