import { z } from 'zod'
import { listPlacedActions } from '../automations/nesting/list-placed-actions.ts'

export const stepStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped'])

/** The stored form of a step. */
export interface StepResult {
  /** Its place among the steps, as `2.1`. Older rows have none. */
  id?: string
  /** How often it was performed. Older rows do not tell. */
  runs?: number
  name: string
  type: string
  status: z.infer<typeof stepStatus>
  /** ISO 8601; null where it never began. */
  startedAt: string | null
  durationMs: number | null
  error: string | null
  hasScreenshot: boolean
  /** Errors in the console and of requests while it was performed; absent: none. */
  problems?: { kind: 'console' | 'network'; text: string }[]
}

/** The steps of a run that has not begun: each before the ones within it. */
export function pendingSteps(actions: { name: string; type: string }[], within = ''): StepResult[] {
  return listPlacedActions(actions, [], within).map(({ action: { name, type }, id }) => ({
    id,
    runs: 0,
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
