import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { findFullLimits } from './find-full-limits.ts'
import type { RefusingLimit } from './limit-reached.ts'

/**
 * Refuses what would be more than an account's limits allow. Like `findFullLimits`, it comes before the transaction locks
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
  const full = await findFullLimits(tx, services, ownerId, ...names)
  for (const name of names) if (full[name]) throw full[name]
}
