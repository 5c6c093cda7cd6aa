import { z } from 'zod'

const count = z.number().int()

/** What an account has done; months are those of UTC. */
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
