import { enqueueJobs } from '@waypost/work-queues'
import { eq, sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { sealGivenVariables } from './given-variables.ts'
import type { ExecutionValidation } from './execution-validation.ts'
import { laterRun, runQueue, runsChannel, type RunJob } from './run-queue.ts'

/** The error of a draft that was triggered. */
export const notValidated = 'Automation is not validated'

export interface NewExecution {
  /** The session to start with. */
  sessionId?: string | null
  saveSession: boolean
  variables: Record<string, string>
  /** The pipeline run that the execution is part of. */
  pipelineRunId?: string
  /** The job that the execution is part of. */
  jobId?: string | null
  /** Given for an execution that validates the automation; it does not wait for the cooldown. */
  validation?: ExecutionValidation
}

/**
 * Accepts an execution and enqueues its job, due at once or when the cooldown since the automation's last execution has
 * passed. The index `one_active_execution_per_automation` prevents a second active execution.
 *
 * @param tx - Has locked the automation's row, so that `lastEndedAt` is current.
 *
 * @returns Undefined where the automation has an active execution.
 *
 * @throws DomainError for a draft, unless the execution validates it
 */
export async function acceptExecution(
  tx: Db,
  { clock, work, keyring, cooldownMs }: Services,
  automation: Pick<typeof automations.$inferSelect, 'id' | 'ownerId' | 'lastEndedAt' | 'isDraft'>,
  { sessionId = null, saveSession, variables, pipelineRunId, jobId = null, validation }: NewExecution,
): Promise<{ executionId: string; startsAt: Date } | undefined> {
  // Checked here because every execution is accepted here, whether for a trigger, a pipeline, a job or an intent.
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
    tx.execute(sql`select pg_notify(${runsChannel}, ${'startAfter' in job ? laterRun : ''})`),
  ])
  return { executionId, startsAt }
}
