import { and, eq, inArray, sql } from 'drizzle-orm'
import { inTransaction } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { automations, executions } from '../db/tables.ts'
import { findReached } from '../limits/find-reached.ts'
import type { Services } from '../services.ts'
import { notValidated } from './accept-execution.ts'
import { endExecution } from './end-execution.ts'
import type { ExecutionRow } from './execution.ts'
import { isAwaited } from './execution-validation.ts'
import { holdStartsOf } from './hold-starts.ts'
import { roomForRuns } from './room-for-runs.ts'
import { runQueue, type ClaimedJob } from './run-queue.ts'
import { unparkExecutions } from './unpark-executions.ts'

export interface StartedExecution {
  execution: ExecutionRow
  automation: typeof automations.$inferSelect
}

/**
 * Moves a pending execution to running. Undefined when it cannot start: it has ended, was deleted, or has started
 * already; or the automation was changed since it was accepted and may no longer run, or its owner has used up the
 * day's run minutes, and the execution has ended instead; or its owner has as many active runs as they may, and it is parked until one of them ends.
 *
 * @param job of the execution; deleted at the start, because a started run must not be claimed again
 *
 * @param liveAddress where its owner can watch it
 */
export async function startExecution(
  services: Services,
  executionId: string,
  job?: ClaimedJob,
  liveAddress?: string,
): Promise<StartedExecution | undefined> {
  const { db, clock, outbox, work } = services
  const isThis = eq(executions.id, executionId)
  const started = await db.transaction(async (tx) => {
    // From here on, the execution itself records who runs it, or that it is parked.
    const deleteJob = async () => job && work.deleteJob(runQueue.name, [job], inTransaction(tx))
    const ownerId = await holdStartsOf(tx, executionId)
    if (ownerId === undefined) return void (await deleteJob())
    const now = new Date(clock.now())
    const isPending = and(isThis, eq(executions.status, 'pending'))
    const ofExecution = tx.select({ id: executions.automationId }).from(executions).where(isThis)
    const [reached, [execution], [automation]] = await Promise.all([
      findReached(tx, services, ownerId, 'runMinutesPerDay'),
      tx
        .update(executions)
        .set({ status: 'running', startedAt: now, aliveAt: now, liveAddress })
        .where(and(isPending, sql`${roomForRuns(services, ownerId)} > 0`))
        .returning(),
      tx.select().from(automations).where(inArray(automations.id, ofExecution)),
      deleteJob(),
    ])
    if (!execution) {
      const parked = await tx
        .update(executions)
        .set({ parkedAt: now })
        .where(isPending)
        .returning({ ownerId: executions.ownerId })
      return parked[0]
    }
    const refusal = reached.runMinutesPerDay?.message ?? findRefusal(execution, automation!)
    if (refusal === undefined && execution.validation === null)
      publishEvent(tx, outbox, {
        ownerId: execution.ownerId,
        event: 'execution.started',
        subjectId: executionId,
        data: {
          jobId: execution.jobId,
          executionId,
          automationId: execution.automationId,
          status: 'running',
        },
      })
    return { execution, automation: automation!, refusal }
  })
  if (started === undefined) return undefined
  if (!('execution' in started)) await unparkExecutions(services, started.ownerId)
  else if (started.refusal === undefined) return started
  else await endExecution(services, executionId, { error: started.refusal })
  return undefined
}

/** Compares the steps that are about to be run, as just read, with those that were accepted. */
function findRefusal(
  { id, validation }: ExecutionRow,
  automation: StartedExecution['automation'],
): string | undefined {
  if (validation === null) return automation.isDraft ? notValidated : undefined
  return isAwaited(automation, id) ? undefined : 'Automation was changed'
}
