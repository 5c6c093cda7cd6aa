import { and, eq } from 'drizzle-orm'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'
import { publishEnd } from './publish-end.ts'

/**
 * Ends a running execution and publishes its one terminal event. Does nothing, and says so, when it is not running
 * any more: whoever ended it first has published.
 */
export async function endExecution(
  { db, clock, outbox }: Services,
  executionId: string,
  outcome: Pick<ExecutionRow, 'error' | 'extractedData' | 'steps'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ automationId: executions.automationId })
      .from(executions)
      .where(eq(executions.id, executionId))
    if (!found) return false
    // The automation first, as where it is triggered: the same order of locks everywhere.
    const [automation] = await tx
      .select({ id: automations.id, name: automations.name })
      .from(automations)
      .where(eq(automations.id, found.automationId))
      .for('no key update')
    if (!automation) return false

    const now = new Date(clock.now())
    const [execution] = await tx
      .update(executions)
      .set({ ...outcome, status: outcome.error === null ? 'completed' : 'failed', completedAt: now })
      .where(and(eq(executions.id, executionId), eq(executions.status, 'running')))
      .returning()
    if (!execution) return false
    await tx.update(automations).set({ lastEndedAt: now }).where(eq(automations.id, automation.id))
    await publishEnd(tx, outbox, automation, execution, outcome)
    return true
  })
}
