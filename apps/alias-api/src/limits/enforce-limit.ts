import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { countOwned, type CountedLimit } from './count-owned.ts'
import { findLimits } from './find-limits.ts'
import { LimitError } from './limit-error.ts'
import { tellOfNearLimit } from './tell-of-near-limit.ts'

/**
 * Refuses another one, or so many more, where an account would have more than it may, and tells its owner where that is
 * near. The account stays locked until the commit: of two requests at the last place, one is refused.
 *
 * @param tx the transaction that adds it afterwards
 * @throws LimitError
 */
export async function enforceLimit(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  accountId: string,
  name: CountedLimit,
  wanted = 1,
): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const { limits } = await findLimits(tx, accountId)
  const { [name]: used } = await countOwned(tx, accountId)
  const limit = limits[name]
  if (used + wanted > limit) throw new LimitError({ name, used, limit, wanted })
  await tellOfNearLimit(tx, clock.now(), accountId, { name, used: used + wanted, limit })
}
