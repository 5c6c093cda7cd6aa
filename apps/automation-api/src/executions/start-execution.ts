import { and, eq } from 'drizzle-orm'
import { publishEvent } from '@waypost/webhooks'
import { automations, executions } from '../db/tables.ts'
import type { Action } from '../automations/action.ts'
import type { Services } from '../services.ts'

/** Moves a pending execution to running. Undefined when it is not there to start: ended, deleted, or started already. */
export async function startExecution(
  { db, clock, outbox }: Services,
  executionId: string,
): Promise<Action[] | undefined> {
  return db.transaction(async (tx) => {
    const [execution] = await tx
      .update(executions)
      .set({ status: 'running', startedAt: new Date(clock.now()) })
      .where(and(eq(executions.id, executionId), eq(executions.status, 'pending')))
      .returning()
    if (!execution) return undefined
    const [automation] = await tx.select().from(automations).where(eq(automations.id, execution.automationId))
    await publishEvent(tx, outbox, {
      ownerId: execution.ownerId,
      event: 'execution.started',
      data: { jobId: null, executionId, automationId: execution.automationId, status: 'running' },
    })
    return automation!.actions
  })
}
