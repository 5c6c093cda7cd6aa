import { z } from 'zod'
import type { intents } from '../db/job-tables.ts'
import { triggerInput } from '../automations/trigger-automation.ts'
import { intentCandidate, intentReason } from './intent-reason.ts'

const isoTime = z.iso.datetime()

export const newIntent = z.strictObject({
  text: z
    .string()
    .max(2000)
    .refine((text) => text.trim() !== '', { message: 'should not be empty', params: { rule: 'isNotEmpty' } }),
  webhookUrl: z.string().min(1).max(2048).optional(),
  variables: triggerInput.shape.variables,
})

export const intent = z.object({
  intentId: z.uuid(),
  jobId: z.uuid(),
  text: z.string(),
  status: z.enum(['received', 'resolved', 'generating', 'generated', 'executed', 'failed']),
  automationId: z
    .uuid()
    .nullable()
    .describe('The automation that it meant, or the draft that was written for it'),
  score: z.number().nullable().describe('How well that one fits, 0 to 1'),
  margin: z.number().nullable().describe('By how much better than the next one'),
  candidates: z.array(intentCandidate).describe('Those that it may have meant, where that was not clear'),
  reason: intentReason.nullable(),
  error: z.string().nullable(),
  createdAt: isoTime,
  completedAt: isoTime.nullable(),
})

export type Intent = z.infer<typeof intent>
export type IntentRow = typeof intents.$inferSelect

export function toIntent(row: IntentRow): Intent {
  return {
    intentId: row.id,
    jobId: row.jobId,
    text: row.text,
    status: row.status,
    automationId: row.automationId,
    score: row.score,
    margin: row.margin,
    candidates: row.candidates,
    reason: row.reason,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
