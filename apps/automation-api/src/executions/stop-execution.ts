import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { type automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { ExecutionRow } from './execution.ts'
import { keepVariables } from './given-variables.ts'
import { announceProgress } from './progress/progress.ts'

/**
 * Stops an execution. A waiting one ends here, with its event; a running one is ended by its runner, which checks
 * twice a second.
 *
 * @param tx holds the automation and the execution, which is active
 *
 * @returns the pipeline runs for `followUps.runsDeferred` after the commit
 */
export async function stopExecution(
  tx: Db,
  services: Services,
  automation: Pick<typeof automations.$inferSelect, 'id' | 'name' | 'variables'>,
  active: ExecutionRow,
): Promise<string[]> {
  const { clock, followUps } = services
  const now = new Date(clock.now())
  if (active.status === 'running') {
    await tx.update(executions).set({ stopRequestedAt: now }).where(eq(executions.id, active.id))
    return []
  }
  const error = 'Stopped by user'
  // It never ran, so the cooldown still counts from the previous execution.
  const sealedVariables = keepVariables(services.keyring, active, automation.variables)
  await tx
    .update(executions)
    .set({ status: 'failed', error, sealedVariables, completedAt: now })
    .where(eq(executions.id, active.id))
  await followUps.executionEnded(tx, services, automation, { ...active, error })
  await announceProgress(tx, active.id)
  return followUps.automationFreed(tx, services, active)
}
