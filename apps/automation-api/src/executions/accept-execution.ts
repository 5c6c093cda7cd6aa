import { enqueueJobs } from '@waypost/work-queues'
import { eq, sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { sealGivenVariables } from './given-variables.ts'
import type { ExecutionValidation } from './execution-validation.ts'
import { runQueue, runsChannel, type RunJob } from './run-queue.ts'

/** Why a draft does not run. */
export const notValidated = 'Automation is not validated'

export interface NewExecution {
  /** The session to start with. */
  sessionId?: string | null
  saveSession: boolean
  variables: Record<string, string>
  /** The run of a pipeline that it is a member of. */
  pipelineRunId?: string
  /** The job that it is run for. */
  jobId?: string | null
  /** It tries the steps out, and does not wait for the cooldown. */
  validation?: ExecutionValidation
}

/**
 * Accepts one execution, to start at once or when the cooldown since the last one's end is over, and puts its job in
 * the queue. Undefined where one is active already. Throws for a draft that is not to be validated.
 *
 * @param tx holds the automation's row, so that the cooldown is counted from the latest end; that no second execution
 * becomes active is left to the index `one_active_execution_per_automation`
 */
export async function acceptExecution(
  tx: Db,
  { clock, work, keyring, cooldownMs }: Services,
  automation: Pick<typeof automations.$inferSelect, 'id' | 'ownerId' | 'lastEndedAt' | 'isDraft'>,
  { sessionId = null, saveSession, variables, pipelineRunId, jobId = null, validation }: NewExecution,
): Promise<{ executionId: string; startsAt: Date } | undefined> {
  // The one way in: whoever accepts one for another reason, now or some day, does not get round it.
  if (automation.isDraft && !validation) throw new DomainError('conflict', notValidated)
  const now = clock.now()
  const executionId = newId()
  const cooledAt = (automation.lastEndedAt?.getTime() ?? -Infinity) + cooldownMs
  const startsAt = new Date(validation ? now : Math.max(now, cooledAt))
  const [execution] = await tx
    .insert(executions)
    .values({
      id: executionId,
      ownerId: automation.ownerId,
      automationId: automation.id,
      pipelineRunId: pipelineRunId ?? null,
      jobId,
      inputSessionId: sessionId,
      saveSession,
      sealedVariables: sealGivenVariables(keyring, `execution:${executionId}`, variables),
      createdAt: new Date(now),
      startsAt,
      validation: validation ?? null,
    })
    .onConflictDoNothing({ target: executions.automationId, where: sql`status in ('pending', 'running')` })
    .returning({ id: executions.id })
  if (!execution) return undefined

  // Without `startAfter` the job is due at once, and the runners are told.
  const job = {
    ownerId: automation.ownerId,
    data: { executionId, ...carryTrace() } satisfies RunJob,
    ...(startsAt.getTime() > now && { startAfter: startsAt }),
  }
  await Promise.all([
    tx
      .update(automations)
      .set({ executionCount: sql`${automations.executionCount} + 1` })
      .where(eq(automations.id, automation.id)),
    enqueueJobs(tx, work, runQueue.name, [job]),
    !('startAfter' in job) && tx.execute(sql`select pg_notify(${runsChannel}, '')`),
  ])
  return { executionId, startsAt }
}
