import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { holdAccount } from './hold-account.ts'
import { limitReached, type RefusingLimit } from './limit-reached.ts'
import { measureLimits } from './measure-limits.ts'
import { tellOfNearLimits } from './tell-of-near-limits.ts'

/**
 * Refuses what would be more than an account's limits allow, and tells its owner where they are nearly reached. Like `findFullLimits`, it comes before the transaction locks
 * a row.
 *
 * @param tx adds one to each of the named
 *
 * @throws LimitReachedError
 */
export async function requireRoom(
  tx: Db,
  services: Pick<Services, 'clock' | 'limits'>,
  ownerId: string,
  ...names: RefusingLimit[]
): Promise<void> {
  const now = services.clock.now()
  const [, measured] = await Promise.all([
    holdAccount(tx, ownerId),
    // A statement of its own, and so of a later snapshot than the lock.
    measureLimits(tx, services, ownerId, ...names),
  ])
  for (const { name, used, limit } of measured) if (used >= limit) throw limitReached(name, used, limit, now)
  const withOneMore = measured.map((each) => ({ ...each, used: each.used + 1 }))
  await tellOfNearLimits(tx, now, ownerId, withOneMore)
}
