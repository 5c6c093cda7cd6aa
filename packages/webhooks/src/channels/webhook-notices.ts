import { z } from 'zod'

const isoTime = z.iso.datetime()

const webhook = z.object({
  webhookId: z.uuid(),
  name: z.string().nullable().describe('Null where webhooks have no names'),
  url: z.string().describe('The origin: the rest may be a secret'),
  failingSince: isoTime.describe('The first failure since the last success'),
})

/** What an owner's other webhooks are told of one that fails for long. Both services have these events. */
export const webhookNotices = {
  'webhook.failing': webhook.extend({
    failedAttempts: z.number().int().describe('Since the last success'),
    lastStatus: z
      .union([z.number().int(), z.string()])
      .nullable()
      .describe('The HTTP status, or the name of the error'),
    disabledAt: isoTime.nullable().describe('When the service disabled it; null where it has not'),
  }),
  'webhook.recovered': webhook.extend({ recoveredAt: isoTime }),
}

const webhookId = '0195562f-9f40-7d61-8c84-3f9f8c4e5d77'
const failingSince = '2026-03-02T09:30:00.000Z'

/**
 * What the documents of both services say about these events.
 *
 * @param name of the webhook in the examples
 */
export const describeWebhookNotices = (name: string | null) => ({
  'webhook.failing': {
    description:
      'Another webhook of yours has delivered nothing for long, or the service has disabled it. Published once, until it delivers again.',
    example: {
      webhookId,
      name,
      url: 'https://hooks.example',
      failingSince,
      failedAttempts: 12,
      lastStatus: 503,
      disabledAt: null,
    },
  },
  'webhook.recovered': {
    description: 'Another webhook of yours, which was failing, delivers again.',
    example: {
      webhookId,
      name,
      url: 'https://hooks.example',
      failingSince,
      recoveredAt: '2026-03-02T11:05:00.000Z',
    },
  },
})
