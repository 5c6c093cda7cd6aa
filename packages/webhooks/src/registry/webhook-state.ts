import { z } from 'zod'
import type { WebhookRow } from '../tables.ts'

/** The state of a webhook as its owner sees it. */
export const webhookState = z.object({
  isActive: z.boolean(),
  failureCount: z.number().int(),
  lastTriggeredAt: z.iso.datetime().nullable(),
  /** The HTTP status of the last attempt, or the name of its error. */
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
