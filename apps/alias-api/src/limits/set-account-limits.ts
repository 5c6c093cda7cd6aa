import { z } from 'zod'
import { accountLimits } from '../db/limit-tables.ts'
import type { Services } from '../services.ts'

const whole = z.number().int().min(0).max(2_147_483_647).nullable().optional()

/** Limits of one account: null gives back its plan's, what is absent stays. */
export const accountLimitsChange = z.strictObject({
  recipientsPerDay: whole,
  storedBytes: z.number().int().min(0).nullable().optional(),
  webhooks: whole,
  addresses: whole,
  forwardingAddresses: whole,
  domains: whole,
})

/** Sets limits of an account in place of its plan's, which hold from its next request on. */
export async function setAccountLimits(
  { db }: Pick<Services, 'db'>,
  accountId: string,
  change: z.infer<typeof accountLimitsChange>,
): Promise<void> {
  const row = { ...change, accountId }
  await db.insert(accountLimits).values(row).onConflictDoUpdate({ target: accountLimits.accountId, set: row })
}
