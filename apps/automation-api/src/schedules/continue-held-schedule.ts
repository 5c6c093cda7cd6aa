import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { schedules } from '../db/schedule-tables.ts'
import type { Services } from '../services.ts'
import { planNext } from './plan-next.ts'

/**
 * Continues a schedule that a recovery of the account has paused, from now on.
 *
 * @returns whether there is one
 */
export async function continueHeldSchedule(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const isIt = and(eq(schedules.id, id), eq(schedules.ownerId, ownerId), isNotNull(schedules.heldAt))
  const [held] = await tx.select().from(schedules).where(isIt).for('no key update')
  if (!held) return false
  const next = planNext(held, new Date(clock.now()))
  await tx
    .update(schedules)
    .set({ ...next, isActive: true, heldAt: null })
    .where(isIt)
  return true
}
