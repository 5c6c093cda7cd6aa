import { z } from 'zod'

const isoTime = z.iso.datetime()

const errorCount = z.object({
  error: z.union([z.number().int(), z.string()]).describe('The HTTP status, or the name of the error'),
  count: z.number().int(),
  lastAt: isoTime,
})

const healthWindow = z.object({
  since: isoTime.describe('The beginning of an hour'),
  attempts: z.number().int(),
  successRate: z.number().nullable().describe('0 to 1; null without attempts'),
  p50Ms: z.number().int().nullable().describe('Half of the attempts took no longer'),
  p95Ms: z.number().int().nullable(),
  errors: z.array(errorCount).describe('Those that came last, newest first; 20 at most'),
})

/** How a webhook has done lately. */
export const webhookHealth = z.object({
  failingSince: isoTime
    .nullable()
    .describe(
      'The first of the attempts that failed since the last success; null where the last one succeeded',
    ),
  consecutiveFailures: z.number().int().describe('Attempts since the last success'),
  lastSucceededAt: isoTime.nullable(),
  lastFailedAt: isoTime.nullable(),
  pending: z.object({
    count: z
      .number()
      .int()
      .describe('Deliveries that wait for an attempt, or are in one; 10,000 for any more'),
    oldestAt: isoTime.nullable().describe('When the oldest of those counted was created'),
  }),
  last24Hours: healthWindow,
  last7Days: healthWindow,
})

export type WebhookHealth = z.infer<typeof webhookHealth>

const at = '2026-03-02T09:30:00.000Z'

export const webhookHealthShape: { schema: typeof webhookHealth; example: WebhookHealth } = {
  schema: webhookHealth,
  example: {
    failingSince: at,
    consecutiveFailures: 2,
    lastSucceededAt: '2026-03-02T09:29:00.000Z',
    lastFailedAt: '2026-03-02T09:30:05.000Z',
    pending: { count: 1, oldestAt: at },
    last24Hours: {
      since: '2026-03-01T10:00:00.000Z',
      attempts: 40,
      successRate: 0.95,
      p50Ms: 62,
      p95Ms: 180,
      errors: [{ error: 503, count: 2, lastAt: '2026-03-02T09:30:05.000Z' }],
    },
    last7Days: {
      since: '2026-02-23T10:00:00.000Z',
      attempts: 260,
      successRate: 0.98,
      p50Ms: 60,
      p95Ms: 175,
      errors: [
        { error: 503, count: 2, lastAt: '2026-03-02T09:30:05.000Z' },
        { error: 'timeout', count: 3, lastAt: '2026-02-27T03:12:40.000Z' },
      ],
    },
  },
}
