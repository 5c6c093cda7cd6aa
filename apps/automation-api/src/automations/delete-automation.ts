import { and, eq, inArray } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations, executions } from '../db/tables.ts'
import { announceProgress } from '../executions/progress.ts'
import { settleEnd } from '../executions/settle-end.ts'
import { failJobsInLine } from '../jobs/fail-jobs-in-line.ts'
import { advanceLeftRuns } from '../pipeline-runs/advance-pipeline-runs.ts'
import { followDeletion } from '../pipeline-runs/follow-end.ts'
import type { Actor, ApiServices } from '../services.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

/**
 * Deletes the automation and its executions. One that is active ends here, with its event: the runner finds it gone
 * and publishes nothing more. Pipelines keep its id, and their runs go on without it.
 */
export async function deleteAutomation(services: ApiServices, actor: Actor, id: string): Promise<void> {
  const { db } = services
  let left: string[] = []
  await db.transaction(async (tx) => {
    const [automation] = await tx.select().from(automations).where(isOwnAutomation(actor, id)).for('update')
    if (!automation) throw automationNotFound()
    const active = await tx
      .select()
      .from(executions)
      .where(and(eq(executions.automationId, id), inArray(executions.status, ['pending', 'running'])))
    for (const execution of active) {
      await settleEnd(tx, services, automation, { ...execution, error: 'Automation was deleted' })
      await announceProgress(tx, execution.id)
    }
    await failJobsInLine(tx, services, id, 'Automation was deleted')
    await tx.delete(automations).where(isOwnAutomation(actor, id))
    left = await followDeletion(tx, services, id)
    await recordChange(tx, services, actor, 'automation.deleted', id)
  })
  await advanceLeftRuns(services, left)
}
