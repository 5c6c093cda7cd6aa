import type { z } from 'zod'
import { accountLimits } from '../db/limit-tables.ts'
import type { ApiServices } from '../services.ts'
import type { LimitedAccount, limitsChange } from './account.ts'
import { getLimitedAccount } from './get-limited-account.ts'
import { limitNames } from './limits.ts'

/** Replaces an account's own limits. They hold from the next request on; what is there already stays. */
export async function setOwnLimits(
  services: Pick<ApiServices, 'db' | 'clock' | 'limits' | 'postsPerMinute'>,
  ownerId: string,
  wanted: z.infer<typeof limitsChange>,
): Promise<LimitedAccount> {
  const values = {
    ...Object.fromEntries(limitNames.map((name) => [name, wanted[name] ?? null])),
    updatedAt: new Date(services.clock.now()),
  }
  await services.db
    .insert(accountLimits)
    .values({ ownerId, ...values })
    .onConflictDoUpdate({ target: accountLimits.ownerId, set: values })
  return getLimitedAccount(services, ownerId)
}
