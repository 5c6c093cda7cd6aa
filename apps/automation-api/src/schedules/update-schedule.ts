import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { schedules } from '../db/schedule-tables.ts'
import { openGivenVariables, sealGivenVariables } from '../executions/given-variables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkTarget } from './check-target.ts'
import { checkTiming } from './check-timing.ts'
import { isOwnSchedule, scheduleNotFound } from './get-schedule.ts'
import { planNext } from './plan-next.ts'
import { toSchedule, type Schedule, type scheduleChange, type ScheduleRow } from './schedule.ts'

type Change = z.infer<typeof scheduleChange>

/**
 * Changes a schedule. Its times are counted from now on where the change is one of its times, and where it is continued
 * after a pause.
 */
export async function updateSchedule(
  services: ApiServices,
  actor: Actor,
  id: string,
  change: Change,
  requireTarget: (type: ScheduleRow['targetType']) => void,
): Promise<Schedule> {
  const { db, clock, keyring } = services
  const { keyId, ip } = actor
  return db.transaction(async (tx) => {
    const own = isOwnSchedule(actor, id)
    const [current] = await tx.select().from(schedules).where(own).for('no key update')
    if (!current) throw scheduleNotFound()
    requireTarget(current.targetType)
    const now = new Date(clock.now())
    const { name, target, variables, overlap, catchUp, isActive = current.isActive } = change
    const timing = { ...current, ...changedTiming(change) }
    const isRetimed = !isDeepStrictEqual(timing, current)
    const isContinued = isActive && !current.isActive
    if (isRetimed || isContinued) checkTiming(timing, now)
    const next = isRetimed || isContinued ? planNext(timing, now) : current
    const context = `schedule:${id}`
    const [row] = await tx
      .update(schedules)
      .set({
        ...(isRetimed && timing),
        ...(isActive ? { nextAt: next.nextAt, dueAt: next.dueAt } : { nextAt: null, dueAt: null }),
        isActive,
        ...(isActive && { heldAt: null }),
        ...(target && { targetType: target.type, targetId: target.id }),
        ...(await changedTarget(tx, services, actor, current, change)),
        ...(variables && { sealedVariables: sealGivenVariables(keyring, context, variables) }),
        name,
        overlap,
        catchUp,
        keyId,
        ip,
        updatedAt: now,
      })
      .where(own)
      .returning()
    await recordChange(tx, services, actor, 'schedule.updated', id)
    return toSchedule(row!)
  })
}

/** Checks a new target, and new values for the present one. */
async function changedTarget(
  tx: Db,
  services: ApiServices,
  actor: Actor,
  current: ScheduleRow,
  { target, variables }: Change,
): Promise<{ intentText?: string | null }> {
  const { id, targetType, targetId, sealedVariables } = current
  if (!target && (!variables || targetType === 'intent')) return {}
  const wanted = target ?? { type: targetType, id: targetId }
  const values = variables ?? openGivenVariables(services.keyring, `schedule:${id}`, sealedVariables)
  return { intentText: await checkTarget(tx, services, actor, wanted, values) }
}

function changedTiming({
  cron,
  every,
  rrule,
  timezone,
  jitter,
  startAt,
  endAt,
}: Change): Partial<ScheduleRow> {
  const isReplaced = [cron, every, rrule].some((rule) => rule !== undefined)
  return {
    ...(isReplaced && { cron: cron ?? null, every: every ?? null, rrule: rrule ?? null }),
    ...(timezone !== undefined && { timezone }),
    ...(jitter !== undefined && { jitter }),
    ...(startAt !== undefined && { startAt: startAt === null ? null : new Date(startAt) }),
    ...(endAt !== undefined && { endAt: endAt === null ? null : new Date(endAt) }),
  }
}
