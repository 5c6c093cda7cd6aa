import { and, eq } from 'drizzle-orm'
import { schedules } from '../db/schedule-tables.ts'
import type { Services } from '../services.ts'

const retryMs = 60_000

/**
 * Moves a schedule that could not be fired out of the way of the others.
 *
 * @param due as it was read: one that was changed, paused or deleted since then stays as it is
 */
export async function postponeSchedule(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  due: { id: string; dueAt: Date },
): Promise<void> {
  await db
    .update(schedules)
    .set({ dueAt: new Date(clock.now() + retryMs) })
    .where(and(eq(schedules.id, due.id), eq(schedules.dueAt, due.dueAt)))
}
