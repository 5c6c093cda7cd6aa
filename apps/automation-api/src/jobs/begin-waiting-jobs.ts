import { and, eq, inArray, isNotNull, isNull, not, exists } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import { jobs } from '../db/job-tables.ts'
import { pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import { automations, executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { beginAutomationJob } from './begin-automation-job.ts'
import { beginPipelineJob } from './begin-pipeline-job.ts'

const atATime = 100

/**
 * Begins the first job of every line that could move and does not, because its process died between two transactions.
 */
export async function beginWaitingJobs(services: Services): Promise<void> {
  const { db } = services
  const active = inArray(executions.status, ['pending', 'running'])
  const isBusy = exists(
    db
      .select({ id: executions.id })
      .from(executions)
      .where(and(eq(executions.automationId, jobs.targetId), active)),
  )
  const hasRun = exists(
    db
      .select({ id: pipelineRuns.id })
      .from(pipelineRuns)
      .where(and(eq(pipelineRuns.pipelineId, jobs.targetId), eq(pipelineRuns.status, 'active'))),
  )
  const waits = and(eq(jobs.status, 'pending'), isNull(jobs.begunAt), isNotNull(jobs.targetId))
  const standing = await db
    .selectDistinct({ type: jobs.type, targetId: jobs.targetId })
    .from(jobs)
    .where(and(waits, not(isBusy), not(hasRun)))
    .limit(atATime)
  await settleAll(standing, ({ type, targetId }) =>
    type === 'automation' ? beginFirst(services, targetId!) : beginFirstOfPipeline(services, targetId!),
  )
}

async function beginFirst(services: Services, automationId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx.select().from(automations).where(eq(automations.id, automationId)).for('no key update')
    await beginAutomationJob(tx, services, automationId)
  })
}

/** In its own transaction, because it may wait for the first automation and so must hold none. */
export async function beginFirstOfPipeline(services: Services, pipelineId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx.select().from(pipelines).where(eq(pipelines.id, pipelineId)).for('no key update')
    await beginPipelineJob(tx, services, pipelineId)
  })
}
