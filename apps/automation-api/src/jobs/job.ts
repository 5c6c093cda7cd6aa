import { z } from 'zod'
import { triggerInput } from '../automations/trigger-automation.ts'
import type { jobs } from '../db/job-tables.ts'
import { jobResult } from './job-result.ts'

const isoTime = z.iso.datetime()
const type = z.enum(['automation', 'pipeline'])

export const newJob = triggerInput.extend({
  type,
  targetId: z.uuid().transform((id) => id.toLowerCase()),
  webhookUrl: z.string().min(1).max(2048).optional(),
})

export const job = z.object({
  jobId: z.uuid(),
  type,
  targetId: z.uuid().nullable().describe('Null while its intent is being matched'),
  status: z.enum(['pending', 'completed', 'failed']),
  executionId: z.uuid().nullable().describe('The execution, once its turn has come'),
  pipelineRunId: z.uuid().nullable().describe('The run of the pipeline, once its turn has come'),
  sessionId: z.uuid().nullable().describe('The session that it saved'),
  result: jobResult.nullable(),
  error: z.string().nullable(),
  createdAt: isoTime,
  completedAt: isoTime.nullable(),
})

export type Job = z.infer<typeof job>
export type JobRow = typeof jobs.$inferSelect

export function toJob(row: JobRow): Job {
  return {
    jobId: row.id,
    type: row.type,
    targetId: row.targetId,
    status: row.status,
    executionId: row.executionId,
    pipelineRunId: row.pipelineRunId,
    sessionId: row.sessionId,
    result: row.result,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
