import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { schedules } from '../db/schedule-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toSchedule, type Schedule } from './schedule.ts'

export const scheduleNotFound = () => new DomainError('not_found', 'Schedule not found or unauthorized')

export const isOwnSchedule = ({ ownerId }: Actor, id: string) =>
  and(eq(schedules.id, id), eq(schedules.ownerId, ownerId))

export async function getSchedule({ db }: Services, actor: Actor, id: string): Promise<Schedule> {
  const [row] = await db.select().from(schedules).where(isOwnSchedule(actor, id))
  if (!row) throw scheduleNotFound()
  return toSchedule(row)
}
