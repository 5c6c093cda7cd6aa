import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { recordChange } from '../audit-logs/record-change.ts'
import { pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import { abandonRun } from '../pipeline-runs/abandon-run.ts'
import type { Actor, ApiServices } from '../services.ts'
import { isOwnPipeline, pipelineNotFound } from './get-pipeline.ts'
import { requestStop } from './stop-pipeline.ts'

/**
 * Deletes the pipeline and its runs. An active run is stopped and ends here, with its event; the executions stay with
 * their automations.
 */
export async function deletePipeline(services: ApiServices, actor: Actor, id: string): Promise<void> {
  let isDeleted = false
  // Another run may begin between the two transactions, and must be stopped as well.
  while (!isDeleted) {
    await services.db.transaction(async (tx) => {
      await hold(tx, actor, id)
      await requestStop(tx, services, id)
    })
    let deferred: string[] = []
    isDeleted = await services.db.transaction(async (tx) => {
      await hold(tx, actor, id)
      const active = and(eq(pipelineRuns.pipelineId, id), eq(pipelineRuns.status, 'active'))
      const [run] = await tx.select().from(pipelineRuns).where(active)
      if (run && !run.stopRequestedAt) return false
      if (run) deferred = await abandonRun(tx, services, run.id)
      await services.followUps.targetDeleted(tx, services, id, 'Pipeline was deleted')
      await tx.delete(pipelines).where(isOwnPipeline(actor, id))
      await recordChange(tx, services, actor, 'pipeline.deleted', id)
      return true
    })
    await services.followUps.runsDeferred(services, deferred)
  }
}

async function hold(tx: Db, actor: Actor, id: string): Promise<void> {
  const own = isOwnPipeline(actor, id)
  const [pipeline] = await tx.select({ id: pipelines.id }).from(pipelines).where(own).for('update')
  if (!pipeline) throw pipelineNotFound()
}
