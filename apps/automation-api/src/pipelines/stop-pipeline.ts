import { and, eq, isNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { recordChange } from '../audit-logs/record-change.ts'
import { pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import { advancePipelineRun } from '../pipeline-runs/advance-pipeline-run.ts'
import type { Actor, ApiServices, Services } from '../services.ts'
import { isOwnPipeline, pipelineNotFound } from './get-pipeline.ts'

export interface StoppingRun {
  pipelineRunId: string
  status: 'stopping'
}

/**
 * Stops the active execution, as stopping its automation does, and the run with it. The request to stop is committed
 * first: from then on no member begins, so the run does not change while this waits for its automation.
 */
export async function stopPipeline(services: ApiServices, actor: Actor, id: string): Promise<StoppingRun> {
  const pipelineRunId = await services.db.transaction(async (tx) => {
    const [pipeline] = await tx
      .select({ id: pipelines.id })
      .from(pipelines)
      .where(isOwnPipeline(actor, id))
      .for('no key update')
    if (!pipeline) throw pipelineNotFound()
    const runId = await requestStop(tx, services, id)
    if (runId === undefined) throw new DomainError('conflict', 'Pipeline is not running')
    await recordChange(tx, services, actor, 'pipeline.stopped', id)
    return runId
  })
  await advancePipelineRun(services, pipelineRunId)
  return { pipelineRunId, status: 'stopping' }
}

/**
 * Marks the active run as to be stopped, if there is one.
 *
 * @param tx holds the pipeline
 */
export async function requestStop(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  pipelineId: string,
): Promise<string | undefined> {
  const isActive = and(eq(pipelineRuns.pipelineId, pipelineId), eq(pipelineRuns.status, 'active'))
  const [run] = await tx.select().from(pipelineRuns).where(isActive).for('update')
  if (!run) return undefined
  await tx
    .update(pipelineRuns)
    .set({ stopRequestedAt: new Date(clock.now()) })
    .where(and(eq(pipelineRuns.id, run.id), isNull(pipelineRuns.stopRequestedAt)))
  return run.id
}
