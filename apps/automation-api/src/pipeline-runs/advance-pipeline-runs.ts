import { and, eq, exists, inArray, isNotNull, isNull, not, or } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import { pipelineRunMembers, pipelineRuns } from '../db/pipeline-tables.ts'
import { executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { advancePipelineRun } from './advance-pipeline-run.ts'

const atATime = 100

/** Continues runs that were deferred. A run whose continuation fails is found by the next `advancePipelineRuns`. */
export async function advanceDeferredRuns(services: Services, runIds: string[]): Promise<void> {
  for (const id of runIds) await advancePipelineRun(services, id).catch(() => {})
}

/**
 * Continues every run that could continue and did not, because its process died between two transactions or an execution
 * ended without a follow-up.
 */
export async function advancePipelineRuns(services: Services): Promise<void> {
  const { db } = services
  const active = inArray(executions.status, ['pending', 'running'])
  const { id } = executions
  const isBusy = exists(
    db
      .select({ id })
      .from(executions)
      .where(and(eq(executions.automationId, pipelineRunMembers.automationId), active)),
  )
  const goesOn = exists(
    db
      .select({ id })
      .from(executions)
      .where(and(eq(executions.id, pipelineRunMembers.executionId), active)),
  )
  const isToStop = exists(
    db
      .select({ id })
      .from(executions)
      .where(
        and(
          eq(executions.id, pipelineRunMembers.executionId),
          isNotNull(pipelineRuns.stopRequestedAt),
          isNull(executions.stopRequestedAt),
        ),
      ),
  )
  const isWaiting = and(eq(pipelineRunMembers.status, 'waiting'), isNotNull(pipelineRunMembers.dueAt))
  const stands = or(
    and(isWaiting, or(not(isBusy), isNotNull(pipelineRuns.stopRequestedAt))),
    and(eq(pipelineRunMembers.status, 'active'), or(not(goesOn), isToStop)),
  )
  const standing = await db
    .selectDistinct({ id: pipelineRuns.id })
    .from(pipelineRuns)
    .innerJoin(pipelineRunMembers, eq(pipelineRunMembers.pipelineRunId, pipelineRuns.id))
    .where(and(eq(pipelineRuns.status, 'active'), stands))
    .limit(atATime)
  await settleAll(standing, ({ id: runId }) => advancePipelineRun(services, runId))
}
