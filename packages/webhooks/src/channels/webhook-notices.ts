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
