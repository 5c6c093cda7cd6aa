import { z } from 'zod'

const validationStatus = z.enum(['running', 'passed', 'failed'])

/** What came of trying an automation's steps out. */
export const validation = z.object({
  status: validationStatus,
  error: z.string().nullable(),
  executionIds: z.array(z.uuid()).describe('One for each replay, in order'),
})

export type Validation = z.infer<typeof validation>

/** The same as it is kept. */
export interface StoredValidation extends Validation {
  replays: number
  /** The name of the action before which each replay ends. */
  stopBefore: string | null
  /** ISO 8601. */
  startedAt: string
  endedAt: string | null
}

export function showValidation(stored: StoredValidation | null): Validation | null {
  if (stored === null) return null
  const { status, error, executionIds } = stored
  return { status, error, executionIds }
}
