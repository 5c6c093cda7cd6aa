import { and, eq, inArray } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { automations, executions } from '../db/tables.ts'
import { stopExecution } from '../executions/stop-execution.ts'
import type { Actor, ApiServices } from '../services.ts'
import { automationNotFound, isOwnAutomation } from './get-automation.ts'

export interface StoppingExecution {
  executionId: string
  status: 'stopping'
}

/**
 * Stops the active execution. A waiting one ends here, with its event; a running one is ended by its runner, which
 * checks twice a second.
 */
export async function stopAutomation(
  services: ApiServices,
  actor: Actor,
  id: string,
): Promise<StoppingExecution> {
  let deferred: string[] = []
  const stopping = await services.db.transaction(async (tx) => {
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

    deferred = await stopExecution(tx, services, automation, active)
    await recordChange(tx, services, actor, 'automation.stopped', id)
    return { executionId: active.id, status: 'stopping' as const }
  })
  await services.followUps.runsDeferred(services, deferred)
  return stopping
}
