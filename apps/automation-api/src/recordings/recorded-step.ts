import { z } from 'zod'
import { actionSchema } from '../automations/action.ts'
import type { recordedSteps } from '../db/recording-tables.ts'
import { stepQuestion } from './step-question.ts'

export const recordedStep = z.object({
  id: z.uuid(),
  action: actionSchema,
  question: stepQuestion.nullable().describe('What its person has yet to decide'),
  hasScreenshot: z.boolean(),
})

export type RecordedStep = z.infer<typeof recordedStep>

type Row = Pick<typeof recordedSteps.$inferSelect, 'id' | 'action' | 'question'> & { hasScreenshot: boolean }

export const toRecordedStep = ({ id, action, question, hasScreenshot }: Row): RecordedStep => ({
  id,
  action,
  question,
  hasScreenshot,
})
