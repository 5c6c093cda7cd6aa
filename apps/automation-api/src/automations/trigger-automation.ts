import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '@waypost/http'
import { inTransaction, newId } from '@waypost/postgres'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations, executions } from '../db/tables.ts'
import { sealGivenVariables } from '../executions/given-variables.ts'
import { runQueue } from '../executions/run-queue.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkSession } from '../sessions/check-session.ts'
import { checkVariables } from './check-variables.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'
import { variableName } from './variable-name.ts'

export const triggerInput = z.strictObject({
  /** The session to start with. */
  sessionId: z.uuid().optional(),
  saveSession: z.boolean().optional(),
  variables: z.record(variableName, z.string().max(10_000)).optional(),
})

export interface TriggeredExecution {
  executionId: string
  status: 'pending'
  startsAt: string
}

/**
 * Accepts one execution; it starts at once or when the cooldown since the last one's end is over.
 *
 * The automation's row is locked first here and where an execution ends, so that the cooldown is always counted from
 * the latest end; that no second execution becomes active is left to the index `one_active_execution_per_automation`.
 */
export async function triggerAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
  { sessionId, saveSession = false, variables = {} }: z.infer<typeof triggerInput>,
): Promise<TriggeredExecution> {
  const { db, clock, work, keyring, cooldownMs } = services
  return db.transaction(async (tx) => {
    const [automation] = await tx
      .select({
        lastEndedAt: automations.lastEndedAt,
        actions: automations.actions,
        declared: automations.variables,
      })
      .from(automations)
      .where(isOwnAutomation(actor, id))
      .for('no key update')
    if (!automation) throw automationNotFound()
    checkVariables(automation.actions, automation.declared, variables)
    if (sessionId !== undefined) await checkSession(tx, services, actor, sessionId)

    const now = clock.now()
    const executionId = newId()
    const startsAt = new Date(Math.max(now, (automation.lastEndedAt?.getTime() ?? -Infinity) + cooldownMs))
    const [execution] = await tx
      .insert(executions)
      .values({
        id: executionId,
        ownerId: actor.ownerId,
        automationId: id,
        inputSessionId: sessionId ?? null,
        saveSession,
        sealedVariables: sealGivenVariables(keyring, executionId, variables),
        createdAt: new Date(now),
        startsAt,
      })
      .onConflictDoNothing({ target: executions.automationId, where: sql`status in ('pending', 'running')` })
      .returning()
    if (!execution) throw new DomainError('conflict', 'Automation is already running')
    await tx
      .update(automations)
      .set({ executionCount: sql`${automations.executionCount} + 1` })
      .where(eq(automations.id, id))
    await recordChange(tx, services, actor, 'automation.triggered', id)

    // Without `startAfter` the job is due at once, and its runner is notified.
    const job = {
      data: { executionId },
      ...(startsAt.getTime() > now && { startAfter: startsAt }),
    }
    await work.insert(runQueue.name, [job], inTransaction(tx))
    return { executionId, status: 'pending', startsAt: startsAt.toISOString() }
  })
}
