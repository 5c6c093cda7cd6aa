import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { type ExecutionRow } from './execution.ts'
import { closeSteps } from './step-result.ts'
import { announceProgress } from './progress.ts'

export interface Outcome extends Partial<Pick<ExecutionRow, 'extractedData' | 'steps'>> {
  error: string | null
  /** Stores what is owed with the end, in its transaction; says the session that it saved. */
  finish?: (tx: Db, execution: ExecutionRow) => Promise<string | null>
}

/**
 * Ends a running execution, with what is owed for its end. Does nothing, and says so, when it is not running
 * any more: whoever ended it first has published. What waits for this end begins in its transaction.
 */
export async function endExecution(
  services: Services,
  executionId: string,
  { error, extractedData, steps, finish }: Outcome,
): Promise<boolean> {
  const { db, clock, followUps } = services
  let left: string[] = []
  const isEnded = await db.transaction(async (tx) => {
    const ofExecution = tx
      .select({ id: executions.automationId })
      .from(executions)
      .where(eq(executions.id, executionId))
    const isRunning = and(eq(executions.id, executionId), eq(executions.status, 'running'))
    const [[automation], [running]] = await Promise.all([
      // The automation first, as where it is triggered: the same order of locks everywhere.
      tx
        .select({ id: automations.id, name: automations.name })
        .from(automations)
        .where(inArray(automations.id, ofExecution))
        .for('no key update'),
      tx.select().from(executions).where(isRunning).for('update'),
    ])
    if (!automation || !running) return false

    // Whoever was told that it is being stopped is not told later that it was completed.
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
        sealedVariables: null,
        completedAt: now,
      })
      .where(isRunning)
      .returning()
    const [[ended]] = await Promise.all([
      updateExecution,
      // Trying the steps out begins no cooldown.
      running.validation === null &&
        tx.update(automations).set({ lastEndedAt: now }).where(eq(automations.id, automation.id)),
      announceProgress(tx, executionId),
    ])
    const { sealedVariables } = running
    await followUps.executionEnded(tx, services, automation, { ...ended!, sealedVariables })
    left = await followUps.automationFreed(tx, services, ended!)
    return true
  })
  await followUps.runsLeft(services, left)
  return isEnded
}
