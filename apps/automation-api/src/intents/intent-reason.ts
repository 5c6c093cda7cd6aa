import { z } from 'zod'

/** Why an intent has failed. */
export const intentReason = z.enum([
  'ambiguous',
  'no_match',
  'missing_values',
  'generation_failed',
  'execution_failed',
  'timed_out',
  'limit_reached',
])

export const intentCandidate = z.object({
  automationId: z.uuid(),
  automationName: z.string(),
  score: z.number().describe('How well the automation fits, 0 to 1'),
})

export type IntentReason = z.infer<typeof intentReason>
export type IntentCandidate = z.infer<typeof intentCandidate>
