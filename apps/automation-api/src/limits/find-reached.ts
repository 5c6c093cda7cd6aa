import type { Db } from '@waypost/postgres'
import type { Services } from '../services.ts'
import { limitReached, type LimitReachedError, type RefusingLimit } from './limit-reached.ts'
import { measureLimits } from './measure-limits.ts'

/** The refusals of those of the named limits that an account has reached at the moment. */
export async function findReached<Name extends RefusingLimit>(
  db: Db,
  services: Pick<Services, 'clock' | 'limits'>,
  ownerId: string,
  ...names: Name[]
): Promise<Partial<Record<Name, LimitReachedError>>> {
  const measured = await measureLimits(db, services, ownerId, ...names)
  const reached = measured.filter(({ used, limit }) => used >= limit)
  const refusals = reached.map(
    ({ name, used, limit }) => [name, limitReached(name, used, limit, services.clock.now())] as const,
  )
  return Object.fromEntries(refusals) as Partial<Record<Name, LimitReachedError>>
}
