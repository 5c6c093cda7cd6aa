import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { schedules } from '../db/schedule-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toSchedule, type Schedule, type ScheduleRow } from './schedule.ts'

/** Those with targets of the given types, newest first. */
export async function listSchedules(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
  types: ScheduleRow['targetType'][],
): Promise<Paged<Schedule>> {
  const own = and(eq(schedules.ownerId, ownerId), inArray(schedules.targetType, types))
  const rows = await db
    .select()
    .from(schedules)
    .where(own)
    .orderBy(desc(schedules.id))
    .limit(limit)
    .offset(offset)
  return { items: rows.map(toSchedule), total: await db.$count(schedules, own) }
}
