import { z } from 'zod'
import type { executions } from '../db/tables.ts'

const isoTime = z.iso.datetime()

const step = z.object({
  name: z.string(),
  type: z.string(),
  status: z.enum(['completed', 'failed', 'skipped']),
  durationMs: z.number().int(),
  error: z.string().nullable(),
})

export const executionStatus = z.enum(['pending', 'running', 'completed', 'failed'])

export const execution = z.object({
  id: z.uuid(),
  automationId: z.uuid(),
  status: executionStatus,
  extractedData: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  selfHealEvents: z.array(z.never()),
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

export function toExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    automationId: row.automationId,
    status: row.status,
    extractedData: row.extractedData,
    selfHealEvents: [],
    steps: row.steps,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
