import { eq } from 'drizzle-orm'
import { accountLimits } from '../db/limit-tables.ts'
import type { ApiServices } from '../services.ts'
import type { LimitedAccount } from './account.ts'
import { getAccount } from './get-account.ts'
import { limitNames } from './limits.ts'

/** An account's limits and which of them the operator has set for it. An account without any is as good as a new one. */
export async function getLimitedAccount(
  services: Pick<ApiServices, 'db' | 'clock' | 'limits' | 'postsPerMinute'>,
  ownerId: string,
): Promise<LimitedAccount> {
  const [account, [own]] = await Promise.all([
    getAccount(services, ownerId),
    services.db.select().from(accountLimits).where(eq(accountLimits.ownerId, ownerId)),
  ])
  const ownLimits = Object.fromEntries(limitNames.map((name) => [name, own?.[name] ?? null]))
  return { ...account, ownLimits: ownLimits as LimitedAccount['ownLimits'] }
}
