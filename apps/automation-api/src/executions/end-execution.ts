import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { type ExecutionRow } from './execution.ts'
import { keepVariables } from './given-variables.ts'
import { closeSteps } from './step-result.ts'
import { announceProgress } from './progress/progress.ts'
import { tellOfFailures } from './tell-of-failures.ts'
import { unparkExecutions } from './unpark-executions.ts'

export interface Outcome extends Partial<Pick<ExecutionRow, 'extractedData' | 'steps'>> {
  error: string | null
  /** Writes whatever belongs to the end, in its transaction; returns the id of the session that it saved. */
  finish?: (tx: Db, execution: ExecutionRow) => Promise<string | null>
}

/**
 * Ends a running execution. Does nothing, and returns false, when it is no longer running: then its event has been
 * published already. Whatever waits for this end begins in the same transaction.
 */
export async function endExecution(
  services: Services,
  executionId: string,
  { error, extractedData, steps, finish }: Outcome,
): Promise<boolean> {
  const { db, clock, followUps } = services
  let deferred: string[] = []
  let ownerId = ''
  const isEnded = await db.transaction(async (tx) => {
    const ofExecution = tx
      .select({ id: executions.automationId })
      .from(executions)
      .where(eq(executions.id, executionId))
    const isRunning = and(eq(executions.id, executionId), eq(executions.status, 'running'))
    const [[automation], [running]] = await Promise.all([
      // The automation first, as triggers do: the same lock order everywhere.
      tx
        .select({
          id: automations.id,
          name: automations.name,
          variables: automations.variables,
          toldFailingSince: automations.toldFailingSince,
        })
        .from(automations)
        .where(inArray(automations.id, ofExecution))
        .for('no key update'),
      tx.select().from(executions).where(isRunning).for('update'),
    ])
    if (!automation || !running) return false
    ownerId = running.ownerId

    // An execution whose caller was told that it is being stopped must not be reported as completed later.
    const outcome = running.stopRequestedAt ? 'Stopped by user' : error
    const now = new Date(clock.now())
    const sessionId = (await finish?.(tx, running)) ?? null
    const updateExecution = tx
      .update(executions)
      .set({
        status: outcome === null ? 'completed' : 'failed',
        error: outcome,
        ...(extractedData && { extractedData }),
        steps: closeSteps(steps ?? running.steps, outcome ?? ''),
        sessionId,
        sealedVariables: keepVariables(services.keyring, running, automation.variables),
        waiting: null,
        liveAddress: null,
        completedAt: now,
      })
      .where(isRunning)
      .returning()
    const [[ended]] = await Promise.all([
      updateExecution,
      // A validation starts no cooldown.
      running.validation === null &&
        tx.update(automations).set({ lastEndedAt: now }).where(eq(automations.id, automation.id)),
      announceProgress(tx, executionId),
    ])
    if (running.validation === null)
      await tellOfFailures(tx, now.getTime(), automation.toldFailingSince, ended!)
    const { sealedVariables } = running
    await followUps.executionEnded(tx, services, automation, { ...ended!, sealedVariables })
    deferred = await followUps.automationFreed(tx, services, ended!)
    return true
  })
  if (!isEnded) return false
  // A failure is made up for by `unparkAll`.
  await unparkExecutions(services, ownerId).catch(() => {})
  await followUps.runsDeferred(services, deferred)
  return true
}
