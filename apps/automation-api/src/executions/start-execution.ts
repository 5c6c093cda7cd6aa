import { and, eq } from 'drizzle-orm'
import { publishEvent } from '@waypost/webhooks'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'

export interface StartedExecution {
  execution: ExecutionRow
  automation: typeof automations.$inferSelect
}

/** Moves a pending execution to running. Undefined when it is not there to start: ended, deleted, or started already. */
export async function startExecution(
  { db, clock, outbox }: Services,
  executionId: string,
): Promise<StartedExecution | undefined> {
  return db.transaction(async (tx) => {
    const now = new Date(clock.now())
    const [execution] = await tx
      .update(executions)
      .set({ status: 'running', startedAt: now, aliveAt: now })
      .where(and(eq(executions.id, executionId), eq(executions.status, 'pending')))
      .returning()
    if (!execution) return undefined
    const [automation] = await tx.select().from(automations).where(eq(automations.id, execution.automationId))
    await publishEvent(tx, outbox, {
      ownerId: execution.ownerId,
      event: 'execution.started',
      data: { jobId: null, executionId, automationId: execution.automationId, status: 'running' },
    })
    return { execution, automation: automation! }
  })
}
