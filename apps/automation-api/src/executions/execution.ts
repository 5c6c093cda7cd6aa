import { z } from 'zod'
import type { executions } from '../db/tables.ts'

const isoTime = z.iso.datetime()

const stepStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped'])

const step = z.object({
  name: z.string(),
  type: z.string(),
  status: stepStatus,
  startedAt: isoTime.nullable(),
  durationMs: z.number().int().nullable(),
  error: z.string().nullable(),
  screenshot: z.string().nullable().describe('Where the picture of it is, if one was taken'),
})

export const selfHealEvent = z.object({
  actionName: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
  oldSelector: z.string(),
  newSelector: z.string().nullable(),
  score: z.number().nullable().describe('How alike what was lost and what was found are, 0 to 1'),
  margin: z.number().nullable().describe('By how much the next best was less alike'),
  persisted: z.boolean().describe('Whether the automation has the new selector from now on'),
  message: z.string(),
  at: isoTime,
})

export const executionStatus = z.enum(['pending', 'running', 'completed', 'failed'])

export const execution = z.object({
  id: z.uuid(),
  automationId: z.uuid(),
  status: executionStatus,
  inputSessionId: z.uuid().nullable().describe('The session that it started with'),
  sessionId: z.uuid().nullable().describe('The session that it saved'),
  extractedData: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  selfHealEvents: z.array(selfHealEvent),
  steps: z.array(step),
  error: z.string().nullable(),
  createdAt: isoTime,
  startedAt: isoTime.nullable(),
  completedAt: isoTime.nullable(),
})

export const executionQuery = z.object({
  automationId: z.uuid().optional(),
  status: executionStatus.optional(),
})

export type Execution = z.infer<typeof execution>
export type ExecutionRow = typeof executions.$inferSelect
export type SelfHealEvent = z.infer<typeof selfHealEvent>

/** A step as it is kept. */
export interface StepResult {
  name: string
  type: string
  status: z.infer<typeof stepStatus>
  /** ISO 8601; null where it never began. */
  startedAt: string | null
  durationMs: number | null
  error: string | null
  hasScreenshot: boolean
}

export function toExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    automationId: row.automationId,
    status: row.status,
    inputSessionId: row.inputSessionId,
    sessionId: row.sessionId,
    extractedData: row.extractedData,
    selfHealEvents: row.selfHealEvents,
    steps: row.steps.map(({ hasScreenshot, ...result }, index) => ({
      ...result,
      screenshot: hasScreenshot ? `/api/v1/executions/${row.id}/steps/${index + 1}/screenshot` : null,
    })),
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

/** The steps of a run that has not begun. */
export function pendingSteps(actions: { name: string; type: string }[]): StepResult[] {
  return actions.map(({ name, type }) => ({
    name,
    type,
    status: 'pending',
    startedAt: null,
    durationMs: null,
    error: null,
    hasScreenshot: false,
  }))
}

/** Steps when a run is over: what was under way failed with it, and the rest was never begun. */
export function closeSteps(steps: StepResult[], error: string): StepResult[] {
  return steps.map((result) => {
    if (result.status === 'running') return { ...result, status: 'failed', error }
    return result.status === 'pending' ? { ...result, status: 'skipped' } : result
  })
}
