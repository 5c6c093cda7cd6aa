import { nameText } from '@waypost/http'
import { z } from 'zod'
import { triggerInput } from '../automations/trigger-automation.ts'
import { scheduleRunStatuses, type schedules } from '../db/schedule-tables.ts'
import { timeZone } from '../accounts/time-zone.ts'
import { nextTimes } from './next-times.ts'

const isoTime = z.iso.datetime()
export const targetType = z.enum(['automation', 'pipeline', 'intent'])
const overlap = z.enum(['skip', 'queue'])

const target = z.strictObject({
  type: targetType,
  id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .describe('Of an intent: its request is made again each time'),
})
const settings = z.strictObject({
  name: nameText(200),
  target,
  cron: z.string().max(200).nullish().describe('Five fields: minute, hour, day, month, day of the week'),
  every: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/)
    .nullish()
    .describe('Minutes, hours or days of 24 hours, such as `15m`; counted from `startAt` or the creation'),
  rrule: z
    .string()
    .max(500)
    .nullish()
    .describe('A rule of RFC 5545, at most hourly, without DTSTART: it begins at `startAt` or the creation'),
  timezone: timeZone.optional().describe('Of `cron` and `rrule`; UTC without it'),
  variables: triggerInput.shape.variables,
  startAt: isoTime.nullish(),
  endAt: isoTime.nullish(),
  jitter: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .optional()
    .describe('Up to how many seconds a run may start later; less than the time between two runs'),
  isActive: z.boolean().optional().describe('false pauses it: times that pass meanwhile are not made up for'),
  overlap: overlap.optional().describe('What happens to a run while another is active; skip without it'),
  catchUp: z
    .boolean()
    .optional()
    .describe('Whether times that were missed, by more than ten minutes, are made up for, by one run'),
})

export const newSchedule = settings
export const scheduleChange = settings.partial()

export const schedule = z.object({
  id: z.uuid(),
  name: z.string(),
  target: z.object({ type: targetType, id: z.uuid() }),
  cron: z.string().nullable(),
  every: z.string().nullable(),
  rrule: z.string().nullable(),
  timezone: z.string(),
  startAt: isoTime.nullable(),
  endAt: isoTime.nullable(),
  jitter: z.number().int(),
  overlap,
  catchUp: z.boolean(),
  isActive: z.boolean(),
  nextRuns: z.array(isoTime).describe('The next ten times, without jitter; none while it is paused'),
  lastRunAt: isoTime.nullable().describe('The last time that has come'),
  lastStatus: z.enum(scheduleRunStatuses).nullable().describe('What became of it'),
  lastError: z.string().nullable(),
  failingSince: isoTime.nullable().describe('Null where the last run that ended completed'),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export type Schedule = z.infer<typeof schedule>
export type ScheduleRow = typeof schedules.$inferSelect

/** The schedule as its owner sees it: without the values of its variables, which may be secret. */
export function toSchedule(row: ScheduleRow): Schedule {
  const { nextAt } = row
  // From the time that comes next, which is in the past while a run is overdue.
  const next = nextAt ? nextTimes(row, new Date(nextAt.getTime() - 1), 10) : []
  return {
    id: row.id,
    name: row.name,
    target: { type: row.targetType, id: row.targetId },
    cron: row.cron,
    every: row.every,
    rrule: row.rrule,
    timezone: row.timezone,
    startAt: row.startAt?.toISOString() ?? null,
    endAt: row.endAt?.toISOString() ?? null,
    jitter: row.jitter,
    overlap: row.overlap,
    catchUp: row.catchUp,
    isActive: row.isActive,
    nextRuns: next.map((time) => time.toISOString()),
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
