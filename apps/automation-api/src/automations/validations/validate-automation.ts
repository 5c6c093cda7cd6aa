import { eq } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import { z } from 'zod'
import { recordChange } from '../../audit-logs/record-change.ts'
import { automations } from '../../db/tables.ts'
import { acceptExecution } from '../../executions/accept-execution.ts'
import { findFullLimits } from '../../limits/find-full-limits.ts'
import type { Actor, ApiServices } from '../../services.ts'
import { checkSession } from '../../sessions/check-session.ts'
import type { StoredAction } from '../action.ts'
import { listActions } from '../nesting/list-actions.ts'
import { checkVariables } from '../variables/check-variables.ts'
import { automationNotFound, isOwnAutomation } from '../get-automation.ts'
import { triggerInput } from '../trigger-automation.ts'
import { showValidation, type StoredValidation, type Validation } from './validation.ts'

export const validationInput = triggerInput.omit({ saveSession: true }).extend({
  /** How often the steps are run, each time in a new browser context. */
  replays: z.int().min(1).max(2).optional(),
  /** The name of the first action that is not run. */
  stopBefore: z.string().min(1).max(100).optional(),
})

export interface StartedValidation {
  executionId: string
  status: 'pending'
  validation: Validation
}

/**
 * Validates an automation's steps, at once. The execution is not one of the automation's ordinary runs: it neither
 * waits for a cooldown nor starts one, and publishes no event. Its end continues the validation with the next replay
 * or with the result, by which a draft becomes an automation that may run.
 */
export async function validateAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
  { replays = 1, stopBefore, sessionId, variables = {} }: z.infer<typeof validationInput>,
): Promise<StartedValidation> {
  const { db, clock } = services
  return db.transaction(async (tx) => {
    const full = await findFullLimits(tx, services, actor.ownerId, 'waitingRuns', 'runMinutesPerDay')
    const own = isOwnAutomation(actor, id)
    const [automation] = await tx.select().from(automations).where(own).for('no key update')
    if (!automation) throw automationNotFound()
    if (stopBefore !== undefined) checkStop(automation.actions, stopBefore)
    checkVariables(automation.actions, automation.variables, variables)
    if (sessionId !== undefined) await checkSession(tx, services, actor, sessionId)

    const accepted = await acceptExecution(tx, services, automation, {
      sessionId,
      saveSession: false,
      variables,
      validation: { replay: 1, stopBefore: stopBefore ?? null },
    })
    if (!accepted) throw new DomainError('conflict', 'Automation is already running')
    const refusal = full.runMinutesPerDay ?? full.waitingRuns
    if (refusal) throw refusal
    const validation: StoredValidation = {
      status: 'running',
      error: null,
      executionIds: [accepted.executionId],
      replays,
      stopBefore: stopBefore ?? null,
      startedAt: new Date(clock.now()).toISOString(),
      endedAt: null,
    }
    await tx.update(automations).set({ validation }).where(eq(automations.id, id))
    await recordChange(tx, services, actor, 'automation.validated', id)
    return { executionId: accepted.executionId, status: 'pending', validation: showValidation(validation)! }
  })
}

/** At least one step must remain, or untested steps would pass. */
function checkStop(actions: StoredAction[], stopBefore: string): void {
  const index = listActions(actions).findIndex(({ name }) => name === stopBefore)
  if (index > 0) return
  const message =
    index === 0
      ? 'stopBefore must not be the name of its first action'
      : 'stopBefore must be the name of one of its actions'
  throw new ValidationError([{ property: 'stopBefore', rule: 'isIn', message, receivedValue: stopBefore }])
}
