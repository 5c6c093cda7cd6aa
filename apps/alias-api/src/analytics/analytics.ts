import { z } from 'zod'

const count = z.number().int()

/** An account's totals and this month's counts; months are in UTC. */
export const analytics = z.object({
  /** Since the account was created. */
  totalAddresses: count,
  activeAddresses: count,
  totalEmailsReceived: count,
  totalEmailsSent: count,
  thisMonthReceived: count,
  thisMonthSent: count,
})

export type Analytics = z.infer<typeof analytics>
