import { eq, sql } from 'drizzle-orm'
import { inTransaction, newId, type Db } from '@waypost/postgres'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { sealGivenVariables } from './given-variables.ts'
import { runQueue } from './run-queue.ts'

export interface NewExecution {
  /** The session to start with. */
  sessionId?: string | null
  saveSession: boolean
  variables: Record<string, string>
  /** The run of a pipeline that it is a member of. */
  pipelineRunId?: string
}

/**
 * Accepts one execution, to start at once or when the cooldown since the last one's end is over, and puts its job in
 * the queue. Undefined where one is active already.
 *
 * @param tx holds the automation's row, so that the cooldown is counted from the latest end; that no second execution
 * becomes active is left to the index `one_active_execution_per_automation`
 */
export async function acceptExecution(
  tx: Db,
  { clock, work, keyring, cooldownMs }: Services,
  automation: Pick<typeof automations.$inferSelect, 'id' | 'ownerId' | 'lastEndedAt'>,
  { sessionId = null, saveSession, variables, pipelineRunId }: NewExecution,
): Promise<{ executionId: string; startsAt: Date } | undefined> {
  const now = clock.now()
  const executionId = newId()
  const startsAt = new Date(Math.max(now, (automation.lastEndedAt?.getTime() ?? -Infinity) + cooldownMs))
  const [execution] = await tx
    .insert(executions)
    .values({
      id: executionId,
      ownerId: automation.ownerId,
      automationId: automation.id,
      pipelineRunId: pipelineRunId ?? null,
      inputSessionId: sessionId,
      saveSession,
      sealedVariables: sealGivenVariables(keyring, executionId, variables),
      createdAt: new Date(now),
      startsAt,
    })
    .onConflictDoNothing({ target: executions.automationId, where: sql`status in ('pending', 'running')` })
    .returning({ id: executions.id })
  if (!execution) return undefined
  await tx
    .update(automations)
    .set({ executionCount: sql`${automations.executionCount} + 1` })
    .where(eq(automations.id, automation.id))

  // Without `startAfter` the job is due at once, and its runner is notified.
  const job = {
    data: { executionId },
    ...(startsAt.getTime() > now && { startAfter: startsAt }),
  }
  await work.insert(runQueue.name, [job], inTransaction(tx))
  return { executionId, startsAt }
}
