import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRuns } from '../db/pipeline-tables.ts'
import { automations, executions } from '../db/tables.ts'
import { stopExecution } from '../executions/stop-execution.ts'
import type { Services } from '../services.ts'
import { continueRun } from './continue-run.ts'
import { holdPresentMember } from './hold-present-member.ts'

const attempts = 3

/**
 * Continues a run, or ends it where a stop was requested. Runs in its own transaction, which has no locks yet and so may
 * wait for the automation of the current member. If the run has ended, begins the next job of its pipeline.
 */
export async function advancePipelineRun(services: Services, runId: string): Promise<void> {
  // The next member's automation may be locked too. After the last attempt the run is left to the next sweep.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const deferred = await services.db.transaction(async (tx) => {
      const held = await holdPresentMember(tx, runId)
      const others = held === undefined ? [] : await stopPresentMember(tx, services, runId, held)
      return (await continueRun(tx, services, runId)) ? [...others, runId] : others
    })
    const others = deferred.filter((id) => id !== runId)
    for (const id of others) await advancePipelineRun(services, id)
    if (!deferred.includes(runId)) break
  }
  const hasEnded = and(eq(pipelineRuns.id, runId), ne(pipelineRuns.status, 'active'))
  const { pipelineId } = pipelineRuns
  const [ended] = await services.db.select({ pipelineId }).from(pipelineRuns).where(hasEnded)
  if (ended) await services.followUps.pipelineFreed(services, ended.pipelineId)
}

/**
 * Stops the execution of a run that is to stop.
 *
 * @param automationId - Of the current member; `tx` has locked it.
 */
export async function stopPresentMember(
  tx: Db,
  services: Services,
  runId: string,
  automationId: string,
): Promise<string[]> {
  const [run] = await tx
    .select({ stopRequestedAt: pipelineRuns.stopRequestedAt })
    .from(pipelineRuns)
    .where(eq(pipelineRuns.id, runId))
  if (!run?.stopRequestedAt) return []
  const isPresent = and(
    eq(executions.pipelineRunId, runId),
    eq(executions.automationId, automationId),
    inArray(executions.status, ['pending', 'running']),
  )
  const [active] = await tx.select().from(executions).where(isPresent).for('update')
  if (!active || active.stopRequestedAt) return []
  const { id, name, variables } = automations
  const [automation] = await tx
    .select({ id, name, variables })
    .from(automations)
    .where(eq(automations.id, automationId))
  return stopExecution(tx, services, automation!, active)
}
