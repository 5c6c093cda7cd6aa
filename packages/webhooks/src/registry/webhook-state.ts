import { z } from 'zod'
import type { WebhookRow } from '../tables.ts'

/** The state of a webhook as its owner sees it. */
export const webhookState = z.object({
  isActive: z.boolean(),
  failureCount: z.number().int(),
  lastTriggeredAt: z.iso.datetime().nullable(),
  /** The HTTP status of the last attempt, or the name of its error. */
  lastStatus: z.union([z.number().int(), z.string()]).nullable(),
  failingSince: z.iso
    .datetime()
    .optional()
    .describe('The first failure since its last success; absent where the last attempt succeeded'),
  feed: z
    .object({ startedAt: z.iso.datetime(), acknowledgedAt: z.iso.datetime().nullable() })
    .optional()
    .describe(
      'Where its events have been pulled: since when they can be, and when some were last acknowledged',
    ),
})

export function toWebhookState(row: WebhookRow): z.infer<typeof webhookState> {
  const { isActive, failureCount, lastTriggeredAt, lastStatus, failingSince } = row
  const { feedStartedAt, feedAcknowledgedAt } = row
  return {
    isActive,
    failureCount,
    lastTriggeredAt: lastTriggeredAt?.toISOString() ?? null,
    lastStatus: lastStatus !== null && /^\d+$/.test(lastStatus) ? Number(lastStatus) : lastStatus,
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(feedStartedAt && {
      feed: {
        startedAt: feedStartedAt.toISOString(),
        acknowledgedAt: feedAcknowledgedAt?.toISOString() ?? null,
      },
    }),
  }
}
