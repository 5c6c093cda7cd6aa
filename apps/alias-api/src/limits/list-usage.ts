import { findPosts } from '@waypost/webhooks'
import { z } from 'zod'
import { ownersOf } from '../accounts/owner.ts'
import { countOfHour, endOfHour } from '../domain-rules/rule-hour.ts'
import { findAllowance } from '../sending/find-allowance.ts'
import { endOfDay } from '../sending/sending-day.ts'
import type { ApiServices } from '../services.ts'
import { countOwned, type CountedLimit } from './count-owned.ts'
import { countStoredBytes } from './count-stored-bytes.ts'
import { findLimits } from './find-limits.ts'

const amount = z.object({ used: z.number().int(), limit: z.number().int() })

/** Every limit of an account, and how much of it is used. */
export const usage = z.object({
  /** Of today, in UTC. */
  recipientsPerDay: amount.extend({ resetsAt: z.iso.datetime() }),
  /** Of mail; of a message that several aliases have received, once for each. */
  storedBytes: amount,
  webhooks: amount,
  addresses: amount,
  forwardingAddresses: amount,
  domains: amount,
  /** Of names below platform domains. */
  subdomains: amount,
  /** Of aliases that rules of domains have made in this hour. */
  addressesByRulePerHour: amount.extend({ resetsAt: z.iso.datetime() }),
  /** Of POSTs to the host that webhooks have sent most to in the last minute, as of some seconds ago. */
  webhookPostsPerMinute: amount.extend({ resetsAt: z.iso.datetime().nullable() }),
})

export type Usage = z.infer<typeof usage>

/** How much of its limits an account uses, of its live and its test data together. */
export async function listUsage(
  { db, clock, postsPerMinute }: Pick<ApiServices, 'db' | 'clock' | 'postsPerMinute'>,
  accountId: string,
): Promise<Usage> {
  const now = clock.now()
  const found = await findLimits(db, accountId)
  const [recipients, owned, storedBytes, madeByRule, posts] = await Promise.all([
    findAllowance(db, accountId, found, now),
    countOwned(db, accountId),
    countStoredBytes(db, accountId),
    countOfHour(db, accountId, now),
    findPosts(db, { schema: 'alias', ownerIds: ownersOf(accountId), now }),
  ])
  const amountOf = (name: CountedLimit) => ({ used: owned[name], limit: found.limits[name] })
  return {
    recipientsPerDay: { ...recipients, resetsAt: endOfDay(now).toISOString() },
    storedBytes: { used: storedBytes, limit: found.limits.storedBytes },
    webhooks: amountOf('webhooks'),
    addresses: amountOf('addresses'),
    forwardingAddresses: amountOf('forwardingAddresses'),
    domains: amountOf('domains'),
    subdomains: amountOf('subdomains'),
    addressesByRulePerHour: {
      used: madeByRule,
      limit: found.limits.addressesByRulePerHour,
      resetsAt: endOfHour(now).toISOString(),
    },
    webhookPostsPerMinute: { ...posts, limit: postsPerMinute },
  }
}
