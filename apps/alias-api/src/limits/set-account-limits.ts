import { z } from 'zod'
import { accountLimits } from '../db/limit-tables.ts'
import { limitName } from './limit-name.ts'
import type { Services } from '../services.ts'

// Nine petabytes: JSON has no larger whole numbers without loss.
const mostBytes = 9_000_000_000_000_000
const whole = z.number().int().min(0).max(2_147_483_647).nullable().optional()

/** All limits that one account has in place of its plan's; the plan's hold where one is null or absent. */
export const accountLimitsChange = z.strictObject({
  recipientsPerDay: whole,
  storedBytes: z.number().int().min(0).max(mostBytes).nullable().optional(),
  webhooks: whole,
  addresses: whole,
  forwardingAddresses: whole,
  domains: whole,
  subdomains: whole,
  addressesByRulePerHour: whole,
})

/** Replaces an account's own limits, which hold from its next request on. */
export async function setAccountLimits(
  { db }: Pick<Services, 'db'>,
  accountId: string,
  change: z.infer<typeof accountLimitsChange>,
): Promise<void> {
  const plans = Object.fromEntries(limitName.options.map((name) => [name, null]))
  const row = { ...plans, ...change, accountId }
  await db.insert(accountLimits).values(row).onConflictDoUpdate({ target: accountLimits.accountId, set: row })
}
