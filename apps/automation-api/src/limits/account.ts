import { z } from 'zod'
import { timeZone } from '../accounts/time-zone.ts'
import { limitNames, limitRanges, type LimitName } from './limits.ts'

const amount = z.number().int().min(0)

const usedLimit = z.object({
  used: amount,
  limit: amount,
  resetsAt: z.iso
    .datetime()
    .nullable()
    .describe('When `used` is zero again; null where that takes your doing'),
})

/** A value for each limit. */
export const mapLimits = <Value>(value: (name: LimitName) => Value): Record<LimitName, Value> =>
  Object.fromEntries(limitNames.map((name) => [name, value(name)])) as Record<LimitName, Value>

const limits = z.object({
  ...mapLimits(() => usedLimit),
  webhookPostsPerMinute: usedLimit.describe(
    'POSTs to the host that webhooks of the account have sent most to in the last minute, as of some seconds ago',
  ),
})

/** An account as its owner sees it. */
export const account = z.object({
  id: z.string(),
  timeZone: z
    .string()
    .nullable()
    .describe('Of requests in plain language that name none: “tomorrow” is a date there. Null: UTC'),
  limits,
})

/** What its owner chooses. */
export const accountChange = z.strictObject({ timeZone: timeZone.nullable().optional() })

const own = (name: LimitName) => {
  const [least, greatest] = limitRanges[name]
  return z.number().int().min(least).max(greatest).nullable()
}

/** What the operator sets: a limit that is absent or null is the service's. */
export const limitsChange = z.strictObject(mapLimits((name) => own(name).optional()))

/** An account as the operator sees it. */
export const limitedAccount = account.extend({
  ownLimits: z.object(mapLimits(own)).describe('Those that differ from the service’s; null for all others'),
})

export type Account = z.infer<typeof account>
export type LimitedAccount = z.infer<typeof limitedAccount>
