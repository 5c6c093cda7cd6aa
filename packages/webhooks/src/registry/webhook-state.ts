import { z } from 'zod'
import type { WebhookRow } from '../tables.ts'

/** How a webhook fares, as its owner sees it. */
export const webhookState = z.object({
  isActive: z.boolean(),
  failureCount: z.number().int(),
  lastTriggeredAt: z.iso.datetime().nullable(),
  /** The HTTP status of the last attempt, or the name of what went wrong. */
  lastStatus: z.union([z.number().int(), z.string()]).nullable(),
})

export function toWebhookState(row: WebhookRow): z.infer<typeof webhookState> {
  const { isActive, failureCount, lastTriggeredAt, lastStatus } = row
  return {
    isActive,
    failureCount,
    lastTriggeredAt: lastTriggeredAt?.toISOString() ?? null,
    lastStatus: lastStatus !== null && /^\d+$/.test(lastStatus) ? Number(lastStatus) : lastStatus,
  }
}
