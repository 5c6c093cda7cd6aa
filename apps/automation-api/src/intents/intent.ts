import { z } from 'zod'
import { timeZone } from '../accounts/time-zone.ts'
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
  timeZone: timeZone
    .optional()
    .describe('Where it is made: "tomorrow" is a date there. The account’s without it, or UTC'),
})

export const intent = z.object({
  intentId: z.uuid(),
  jobId: z.uuid(),
  text: z.string(),
  status: z.enum(['received', 'resolved', 'generating', 'generated', 'executed', 'failed']),
  automationId: z
    .uuid()
    .nullable()
    .describe('The automation that was meant, or the draft that was generated'),
  score: z.number().nullable().describe('How well that automation fits, 0 to 1'),
  margin: z.number().nullable().describe('Lead over the next best automation'),
  candidates: z
    .array(intentCandidate)
    .describe('The automations that may have been meant, where that was unclear'),
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
