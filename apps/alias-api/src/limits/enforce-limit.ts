import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'
import { countOwned, type CountedLimit } from './count-owned.ts'
import { findLimits } from './find-limits.ts'
import { LimitError } from './limit-error.ts'

/**
 * Refuses another one, or so many more, where an account would have more than it may. The account stays locked until the commit: of two
 * requests at the last place, one is refused.
 *
 * @param tx the transaction that adds it afterwards
 * @throws LimitError
 */
export async function enforceLimit(tx: Db, accountId: string, name: CountedLimit, wanted = 1): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const { limits } = await findLimits(tx, accountId)
  const { [name]: used } = await countOwned(tx, accountId)
  if (used + wanted > limits[name]) throw new LimitError({ name, used, limit: limits[name], wanted })
}
