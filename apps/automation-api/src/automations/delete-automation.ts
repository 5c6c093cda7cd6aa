import { and, eq, inArray } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations, executions } from '../db/tables.ts'
import { announceProgress } from '../executions/progress/progress.ts'
import { unparkExecutions } from '../executions/unpark-executions.ts'
import type { Actor, ApiServices } from '../services.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

/**
 * Deletes the automation and its executions. An active execution ends here, with its event: its runner finds it
 * deleted and publishes nothing more. Pipelines keep the automation's id, and their runs go on without it.
 */
export async function deleteAutomation(services: ApiServices, actor: Actor, id: string): Promise<void> {
  const { db, followUps } = services
  let deferred: string[] = []
  await db.transaction(async (tx) => {
    const [automation] = await tx.select().from(automations).where(isOwnAutomation(actor, id)).for('update')
    if (!automation) throw automationNotFound()
    const [active] = await tx
      .select()
      .from(executions)
      .where(and(eq(executions.automationId, id), inArray(executions.status, ['pending', 'running'])))
    const error = 'Automation was deleted'
    if (active) {
      await followUps.executionEnded(tx, services, automation, { ...active, error })
      await announceProgress(tx, active.id)
    }
    await followUps.targetDeleted(tx, services, id, error)
    await tx.delete(automations).where(isOwnAutomation(actor, id))
    const pipelineRunId = active?.pipelineRunId ?? null
    deferred = await followUps.automationFreed(tx, services, { automationId: id, pipelineRunId })
    await recordChange(tx, services, actor, 'automation.deleted', id)
  })
  // A failure is made up for by `unparkAll`.
  await unparkExecutions(services, actor.ownerId).catch(() => {})
  await followUps.runsDeferred(services, deferred)
}
