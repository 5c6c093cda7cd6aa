import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { schedules } from '../db/schedule-tables.ts'
import { sealGivenVariables } from '../executions/given-variables.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkTarget } from './check-target.ts'
import { checkTiming } from './check-timing.ts'
import { planNext } from './plan-next.ts'
import { toSchedule, type newSchedule, type Schedule } from './schedule.ts'

export async function createSchedule(
  services: ApiServices,
  actor: Actor,
  wanted: z.infer<typeof newSchedule>,
): Promise<Schedule> {
  const { db, clock, keyring } = services
  const { ownerId, keyId, ip } = actor
  const id = newId()
  const now = new Date(clock.now())
  const {
    name,
    target,
    variables = {},
    startAt,
    endAt,
    jitter = 0,
    timezone = 'UTC',
    isActive = true,
  } = wanted
  const timing = {
    id,
    cron: wanted.cron ?? null,
    every: wanted.every ?? null,
    rrule: wanted.rrule ?? null,
    timezone,
    startAt: startAt ? new Date(startAt) : null,
    endAt: endAt ? new Date(endAt) : null,
    jitter,
    createdAt: now,
  }
  checkTiming(timing, now)
  return db.transaction(async (tx) => {
    await requireRoom(tx, services, ownerId, 'schedules')
    const intentText = await checkTarget(tx, services, actor, target, variables)
    const [row] = await tx
      .insert(schedules)
      .values({
        ...timing,
        ...(isActive && planNext(timing, now)),
        isActive,
        ownerId,
        name,
        targetType: target.type,
        targetId: target.id,
        intentText,
        sealedVariables: sealGivenVariables(keyring, `schedule:${id}`, variables),
        overlap: wanted.overlap ?? 'skip',
        catchUp: wanted.catchUp ?? false,
        keyId,
        ip,
        updatedAt: now,
      })
      .returning()
    await recordChange(tx, services, actor, 'schedule.created', id)
    return toSchedule(row!)
  })
}
