import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { findReached } from './find-reached.ts'
import { holdAccount } from './hold-account.ts'
import type { LimitReachedError, RefusingLimit } from './limit-reached.ts'

/**
 * Finds out which of the named limits an account has reached, and holds the account. Like `holdAccount`, it comes before
 * the transaction locks a row.
 *
 * @returns the refusal of each limit that is reached
 */
export async function findFullLimits<Name extends RefusingLimit>(
  tx: Db,
  services: Pick<Services, 'clock' | 'limits'>,
  ownerId: string,
  ...names: Name[]
): Promise<Partial<Record<Name, LimitReachedError>>> {
  const [, reached] = await Promise.all([
    holdAccount(tx, ownerId),
    // A statement of its own, and so of a later snapshot than the lock.
    findReached(tx, services, ownerId, ...names),
  ])
  return reached
}
