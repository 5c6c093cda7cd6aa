import { eq, sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import { pipelineRunMembers, pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import { sealGivenVariables } from '../executions/given-variables.ts'
import type { Services } from '../services.ts'
import { holdPresentMember } from './hold-present-member.ts'
import { continueRun } from './continue-run.ts'

export interface NewRun {
  /** The session that the first automation starts with; without chaining, every automation starts with it. */
  sessionId?: string | undefined
  saveSession: boolean
  variables: Record<string, string>
  /** The job of the run. */
  jobId?: string
}

/**
 * Accepts one run, and with it the first automation's execution; where that automation is busy, the run waits for it.
 * Undefined where a run is active already, which the index `one_active_run_per_pipeline` decides.
 *
 * @param tx holds the pipeline, and no automation: it may wait for the first one
 */
export async function acceptRun(
  tx: Db,
  services: Services,
  pipeline: typeof pipelines.$inferSelect,
  { sessionId, saveSession, variables, jobId }: NewRun,
): Promise<string | undefined> {
  const { clock, keyring } = services
  const pipelineRunId = newId()
  const [run] = await tx
    .insert(pipelineRuns)
    .values({
      id: pipelineRunId,
      ownerId: pipeline.ownerId,
      pipelineId: pipeline.id,
      continueOnFailure: pipeline.continueOnFailure,
      chainSession: pipeline.chainSession,
      inputSessionId: sessionId ?? null,
      saveSession,
      sealedVariables: sealGivenVariables(keyring, `pipeline-run:${pipelineRunId}`, variables),
      jobId: jobId ?? null,
      createdAt: new Date(clock.now()),
    })
    .onConflictDoNothing({ target: pipelineRuns.pipelineId, where: sql`status = 'active'` })
    .returning({ id: pipelineRuns.id })
  if (!run) return undefined
  const members = pipeline.automationIds.map((automationId, position) => ({
    pipelineRunId,
    position,
    automationId,
    settings: pipeline.members.find((each) => each.automationId === automationId) ?? null,
  }))
  await tx.insert(pipelineRunMembers).values(members)
  await tx
    .update(pipelines)
    .set({ runCount: sql`${pipelines.runCount} + 1` })
    .where(eq(pipelines.id, pipeline.id))
  await holdPresentMember(tx, pipelineRunId)
  await continueRun(tx, services, pipelineRunId)
  return pipelineRunId
}
