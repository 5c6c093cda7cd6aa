import { extractedData } from '@waypost/webhooks'
import { searchText } from '@waypost/http'
import { z } from 'zod'
import type { executions } from '../db/tables.ts'
import { selfHealEvent } from './self-heal-event.ts'
import { waiting } from './waiting/waiting.ts'
import { stepStatus } from './step-result.ts'

const isoTime = z.iso.datetime()

const step = z.object({
  id: z
    .string()
    .describe('Its place: `2.1` is the first step within the second, `login.1` one of signing in'),
  name: z.string(),
  type: z.string(),
  status: stepStatus,
  startedAt: isoTime.nullable(),
  durationMs: z.number().int().nullable(),
  runs: z.number().int().describe('How often it was performed: several times in a loop'),
  error: z.string().nullable(),
  screenshot: z.string().nullable().describe('URL of its screenshot, if one was taken'),
  problems: z
    .array(z.object({ kind: z.enum(['console', 'network']), text: z.string() }))
    .describe('The first errors in the console and of requests while it was performed'),
})

export const executionStatus = z.enum(['pending', 'running', 'completed', 'failed'])

export const execution = z.object({
  id: z.uuid(),
  automationId: z.uuid(),
  jobId: z.uuid().nullable().describe('The job of the run'),
  pipelineRunId: z.uuid().nullable().describe('The pipeline run that it is part of'),
  status: executionStatus,
  isValidation: z.boolean().describe('Whether it belongs to a validation, which publishes no events'),
  inputSessionId: z.uuid().nullable().describe('The session that it started with'),
  sessionId: z.uuid().nullable().describe('The session that it saved'),
  extractedData,
  selfHealEvents: z.array(selfHealEvent),
  steps: z.array(step),
  error: z.string().nullable(),
  waiting: waiting.optional(),
  createdAt: isoTime,
  startedAt: isoTime.nullable(),
  completedAt: isoTime.nullable(),
})

export const executionQuery = z.object({
  automationId: z.uuid().optional(),
  status: executionStatus.optional(),
  waiting: z.literal('true').optional().describe('Only those that wait for a person'),
  q: searchText
    .optional()
    .meta({ description: 'A part of the automation’s name or of the error, case-insensitive' }),
})

export type Execution = z.infer<typeof execution>
export type ExecutionRow = typeof executions.$inferSelect

export function toExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    automationId: row.automationId,
    jobId: row.jobId,
    pipelineRunId: row.pipelineRunId,
    status: row.status,
    isValidation: row.validation !== null,
    inputSessionId: row.inputSessionId,
    sessionId: row.sessionId,
    extractedData: row.extractedData,
    selfHealEvents: row.selfHealEvents,
    steps: row.steps.map(({ hasScreenshot, id, runs, problems = [], ...result }, index) => ({
      id: id ?? String(index + 1),
      ...result,
      runs: runs ?? (result.startedAt === null ? 0 : 1),
      screenshot: hasScreenshot ? `/api/v1/executions/${row.id}/steps/${index + 1}/screenshot` : null,
      problems,
    })),
    error: row.error,
    ...(row.waiting && row.completedAt === null && { waiting: row.waiting }),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
