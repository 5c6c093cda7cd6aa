import { z } from 'zod'

export const stepStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped'])

/** The stored form of a step. */
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

/** The steps of a run that is over: a running step failed with it, and the rest never began. */
export function closeSteps(steps: StepResult[], error: string): StepResult[] {
  return steps.map((result) => {
    if (result.status === 'running') return { ...result, status: 'failed', error }
    return result.status === 'pending' ? { ...result, status: 'skipped' } : result
  })
}
