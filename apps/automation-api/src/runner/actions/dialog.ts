import { findAnswer } from '../pages/watch-interruptions.ts'
import type { ActionOf, Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

const LATE_MS = 1000

/**
 * Waits a moment for the dialog that the step before has opened. Where none opens, the next step may open it, and only
 * then is it missing.
 */
export async function dialog({ name, timeoutMs = LATE_MS }: ActionOf<'dialog'>, step: Step): Promise<void> {
  const answer = findAnswer(step.page.context(), name)
  const deadlineAt = performance.now() + timeoutMs
  const remainingMs = () => Math.max(1, Math.min(deadlineAt - performance.now(), step.remainingMs()))
  await waitUntil({ signal: step.signal, remainingMs }, () => answer?.isUsed || undefined)
}
