import { desc, eq } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { scheduleRuns } from '../db/schedule-tables.ts'
import type { Services } from '../services.ts'
import { toScheduleRun, type ScheduleRun } from './schedule-run.ts'

/** The latest first. */
export async function listScheduleRuns(
  { db }: Pick<Services, 'db'>,
  scheduleId: string,
  { limit, offset }: Page,
): Promise<Paged<ScheduleRun>> {
  const isIts = eq(scheduleRuns.scheduleId, scheduleId)
  const rows = await db
    .select()
    .from(scheduleRuns)
    .where(isIts)
    .orderBy(desc(scheduleRuns.scheduledAt))
    .limit(limit)
    .offset(offset)
  return { items: rows.map(toScheduleRun), total: await db.$count(scheduleRuns, isIts) }
}
