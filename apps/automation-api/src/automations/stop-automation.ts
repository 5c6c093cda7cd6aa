import { and, eq, inArray } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations, executions } from '../db/tables.ts'
import { announceProgress } from '../executions/progress.ts'
import { publishEnd } from '../executions/publish-end.ts'
import type { Actor, ApiServices } from '../services.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

export interface StoppingExecution {
  executionId: string
  status: 'stopping'
}

/** One that waits ends here, with its event; one that runs is ended by its runner, which looks twice a second. */
export async function stopAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
): Promise<StoppingExecution> {
  const { db, clock, outbox } = services
  return db.transaction(async (tx) => {
    const [automation] = await tx
      .select()
      .from(automations)
      .where(isOwnAutomation(actor, id))
      .for('no key update')
    if (!automation) throw automationNotFound()
    const [active] = await tx
      .select()
      .from(executions)
      .where(and(eq(executions.automationId, id), inArray(executions.status, ['pending', 'running'])))
      .for('update')
    if (!active) throw new DomainError('conflict', 'Automation is not running')

    const now = new Date(clock.now())
    const error = 'Stopped by user'
    if (active.status === 'pending') {
      // It never ran, so the cooldown still counts from the one before it.
      await tx
        .update(executions)
        .set({ status: 'failed', error, sealedVariables: null, completedAt: now })
        .where(eq(executions.id, active.id))
      await publishEnd(tx, outbox, automation, { ...active, error })
      await announceProgress(tx, active.id)
    } else {
      await tx.update(executions).set({ stopRequestedAt: now }).where(eq(executions.id, active.id))
    }
    await recordChange(tx, services, actor, 'automation.stopped', id)
    return { executionId: active.id, status: 'stopping' }
  })
}
