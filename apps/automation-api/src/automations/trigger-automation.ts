import { z } from 'zod'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations } from '../db/tables.ts'
import { acceptExecution } from '../executions/accept-execution.ts'
import { findFullLimits } from '../limits/find-full-limits.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkSession } from '../sessions/check-session.ts'
import { checkVariables } from './variables/check-variables.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'
import { variableName } from './variables/variable-name.ts'

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
 * Accepts one execution, which starts at once or after the cooldown since the last one's end. Locks the automation's
 * row first, as the end of an execution does.
 */
export async function triggerAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
  { sessionId, saveSession = false, variables = {} }: z.infer<typeof triggerInput>,
): Promise<TriggeredExecution> {
  return services.db.transaction(async (tx) => {
    const full = await findFullLimits(tx, services, actor.ownerId, 'waitingRuns', 'runMinutesPerDay')
    const [automation] = await tx
      .select({
        id: automations.id,
        ownerId: automations.ownerId,
        lastEndedAt: automations.lastEndedAt,
        isDraft: automations.isDraft,
        actions: automations.actions,
        declared: automations.variables,
      })
      .from(automations)
      .where(isOwnAutomation(actor, id))
      .for('no key update')
    if (!automation) throw automationNotFound()
    checkVariables(automation.actions, automation.declared, variables)
    if (sessionId !== undefined) await checkSession(tx, services, actor, sessionId)

    const accepted = await acceptExecution(tx, services, automation, { sessionId, saveSession, variables })
    if (!accepted) throw new DomainError('conflict', 'Automation is already running')
    const refusal = full.runMinutesPerDay ?? full.waitingRuns
    if (refusal) throw refusal
    await recordChange(tx, services, actor, 'automation.triggered', id)
    return {
      executionId: accepted.executionId,
      status: 'pending',
      startsAt: accepted.startsAt.toISOString(),
    }
  })
}
