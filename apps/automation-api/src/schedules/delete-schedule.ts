import { recordChange } from '../audit-logs/record-change.ts'
import { schedules } from '../db/schedule-tables.ts'
import type { ScheduleRow } from './schedule.ts'
import type { Actor, ApiServices } from '../services.ts'
import { isOwnSchedule, scheduleNotFound } from './get-schedule.ts'

/** Deletes the schedule. What it has started goes on. */
export async function deleteSchedule(
  services: ApiServices,
  actor: Actor,
  id: string,
  requireTarget: (type: ScheduleRow['targetType']) => void,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { targetType } = schedules
    const [deleted] = await tx.delete(schedules).where(isOwnSchedule(actor, id)).returning({ targetType })
    if (!deleted) throw scheduleNotFound()
    requireTarget(deleted.targetType)
    await recordChange(tx, services, actor, 'schedule.deleted', id)
  })
}
