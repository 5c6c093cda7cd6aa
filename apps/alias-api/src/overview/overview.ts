import { attemptDay } from '@waypost/webhooks'
import { z } from 'zod'
import { account } from '../accounts/account.ts'

const count = z.number().int().min(0)

/** Whether all is well with an account's mail, and what needs attention. */
export const overview = z.object({
  timeZone: z.literal('UTC').describe('The time zone of the days'),
  days: z
    .array(z.object({ date: z.iso.date(), received: count, sent: count }))
    .describe('Each day, the earliest first'),
  emails: z.object({
    received: count,
    sent: count,
    failed: count.describe('Those of the latest 500 sent emails that bounced or failed on these days'),
  }),
  sending: account.shape.sending,
  forwardingAddresses: z.object({
    suspended: count.describe('Those that mail is no longer forwarded to, because they refused it'),
    unverified: count,
  }),
  domains: z.object({ pending: count.describe('Those whose aliases receive nothing') }),
  webhooks: z.object({
    failing: count.describe('Those whose latest attempt failed'),
    disabled: count.describe('Those that deliver nothing, after too many failures'),
    days: z
      .array(attemptDay)
      .describe('Attempts to deliver, by day, the earliest first; of the last seven days at most'),
  }),
  usage: account.shape.usage,
})

export type Overview = z.infer<typeof overview>
