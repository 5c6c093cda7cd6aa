import { and, eq } from 'drizzle-orm'
import { pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import type { Actor, Services } from '../services.ts'
import { isOwnPipeline, pipelineNotFound } from './get-pipeline.ts'

/** A pipeline is active from the moment a trigger is accepted: waiting for an automation counts. */
export async function getPipelineStatus(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<{ isRunning: boolean }> {
  const isActive = and(eq(pipelineRuns.pipelineId, pipelines.id), eq(pipelineRuns.status, 'active'))
  const [row] = await db
    .select({ activeRunId: pipelineRuns.id })
    .from(pipelines)
    .leftJoin(pipelineRuns, isActive)
    .where(isOwnPipeline(actor, id))
  if (!row) throw pipelineNotFound()
  return { isRunning: row.activeRunId !== null }
}
