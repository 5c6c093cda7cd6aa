import { z } from 'zod'

const validationStatus = z.enum(['running', 'passed', 'failed'])

/** The result of validating an automation's steps. */
export const validation = z.object({
  status: validationStatus,
  error: z.string().nullable(),
  executionIds: z.array(z.uuid()).describe('One for each replay, in order'),
})

export type Validation = z.infer<typeof validation>

/** The stored form of a validation. */
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
