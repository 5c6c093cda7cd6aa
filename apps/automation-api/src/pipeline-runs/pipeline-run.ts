import { extractedData as readData } from '@waypost/webhooks'
import { z } from 'zod'
import type { pipelineRunMembers, pipelineRuns } from '../db/pipeline-tables.ts'

const isoTime = z.iso.datetime()

const member = z.object({
  automationId: z.uuid(),
  status: z
    .enum(['waiting', 'pending', 'running', 'completed', 'failed', 'skipped'])
    .describe('`waiting`: for the members before it, or for its automation to become free'),
  executionId: z.uuid().nullable(),
  sessionId: z.uuid().nullable().describe('The session that it saved'),
  rows: z
    .object({ total: z.number().int(), done: z.number().int(), failed: z.number().int() })
    .nullable()
    .describe('How far it has come, where it runs once for each row; `executionId` is that of the last'),
  error: z.string().nullable(),
  startedAt: isoTime.nullable(),
  completedAt: isoTime.nullable(),
})

export const pipelineRun = z.object({
  id: z.uuid(),
  pipelineId: z.uuid(),
  jobId: z.uuid().nullable(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'partial_failed']),
  inputSessionId: z.uuid().nullable().describe('The session that it started with'),
  members: z.array(member).describe('In the order in which they run'),
  extractedData: z
    .record(z.string(), readData)
    .describe('By automation id, for each automation that has run'),
  error: z.string().nullable(),
  createdAt: isoTime,
  startedAt: isoTime.nullable().describe('When the first automation began'),
  completedAt: isoTime.nullable(),
})

export const pipelineRunQuery = z.object({ pipelineId: z.uuid().optional() })

export type PipelineRun = z.infer<typeof pipelineRun>
export type RunRow = typeof pipelineRuns.$inferSelect
export type MemberRow = typeof pipelineRunMembers.$inferSelect

/** A member, with the progress of its execution. */
export interface SeenMember extends MemberRow {
  executionStatus: 'pending' | 'running' | 'completed' | 'failed' | null
  executionStartedAt: Date | null
}

/** The members' extracted data, by automation id. A member that never ran has none. */
export function collectData(members: MemberRow[]): PipelineRun['extractedData'] {
  const ran = members.filter(({ startedAt, completedAt }) => startedAt !== null && completedAt !== null)
  return Object.fromEntries(ran.map(({ automationId, extractedData }) => [automationId, extractedData]))
}

export function toPipelineRun(run: RunRow, members: SeenMember[]): PipelineRun {
  const seen = members.map(toMember)
  const startedAt = seen.find((one) => one.startedAt !== null)?.startedAt ?? null
  return {
    id: run.id,
    pipelineId: run.pipelineId,
    jobId: run.jobId,
    status: run.status !== 'active' ? run.status : startedAt === null ? 'pending' : 'running',
    inputSessionId: run.inputSessionId,
    members: seen,
    extractedData: collectData(members),
    error: run.error,
    createdAt: run.createdAt.toISOString(),
    startedAt,
    completedAt: run.completedAt?.toISOString() ?? null,
  }
}

function toMember(row: SeenMember): PipelineRun['members'][number] {
  const startedAt = row.startedAt ?? row.executionStartedAt
  const isOngoing = row.status === 'waiting' || row.status === 'active'
  return {
    automationId: row.automationId,
    // An execution that has ended meanwhile is not recorded in the run yet.
    status: row.status !== 'active' ? row.status : row.executionStatus === 'pending' ? 'pending' : 'running',
    executionId: row.executionId,
    sessionId: row.sessionId,
    rows: row.fanOut && { total: row.fanOut.total, done: row.fanOut.next, failed: row.fanOut.failed },
    error: row.error,
    startedAt: startedAt?.toISOString() ?? null,
    // That of the row before, where it waits for the next.
    completedAt: isOngoing ? null : (row.completedAt?.toISOString() ?? null),
  }
}
