import { z } from 'zod'
import { scheduleRunStatuses, type scheduleRuns } from '../db/schedule-tables.ts'

const isoTime = z.iso.datetime()

export const scheduleRun = z.object({
  id: z.uuid(),
  scheduledAt: isoTime.describe('The time of the schedule; of several that were missed, the first'),
  status: z.enum(scheduleRunStatuses),
  error: z.string().nullable().describe('Why it failed or was skipped'),
  executionId: z.uuid().nullable().describe('What was started, of an automation'),
  pipelineRunId: z.uuid().nullable().describe('What was started, of a pipeline'),
  jobId: z.uuid().nullable().describe('What was put in line, or the job of a request in plain language'),
  firedAt: isoTime,
  endedAt: isoTime.nullable(),
})

export type ScheduleRun = z.infer<typeof scheduleRun>

export function toScheduleRun(row: typeof scheduleRuns.$inferSelect): ScheduleRun {
  const idOf = (type: typeof row.startedType) => (row.startedType === type ? row.startedId : null)
  return {
    id: row.id,
    scheduledAt: row.scheduledAt.toISOString(),
    status: row.status,
    error: row.error,
    executionId: idOf('execution'),
    pipelineRunId: idOf('pipeline_run'),
    jobId: idOf('job'),
    firedAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
