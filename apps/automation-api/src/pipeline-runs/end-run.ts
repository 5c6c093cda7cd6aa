import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { pipelineRunMembers, pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import type { Services } from '../services.ts'
import { collectData, type MemberRow, type RunRow } from './pipeline-run.ts'

/**
 * Ends a run as its members ended, with its one event. Members whose turn never came are skipped.
 *
 * @param tx holds the run, which is active
 *
 * @returns whether jobs wait for the pipeline
 */
export async function endRun(
  tx: Db,
  services: Services,
  run: RunRow,
  members: MemberRow[],
): Promise<boolean> {
  const { clock, outbox, followUps } = services
  // Those whose condition did not hold are no failure.
  const wanted = members.filter((member) => member.status !== 'skipped')
  const completed = wanted.filter((member) => member.status === 'completed').length
  const status =
    completed === wanted.length ? 'completed' : completed === 0 ? 'failed' : ('partial_failed' as const)
  const failure = members.find((member) => member.status === 'failed')
  const reason = run.stopRequestedAt ? 'Stopped by user' : (failure?.error ?? null)
  await tx
    .update(pipelineRuns)
    .set({
      status,
      error: status === 'completed' ? null : reason,
      sealedVariables: null,
      completedAt: new Date(clock.now()),
    })
    .where(eq(pipelineRuns.id, run.id))
  const isWaiting = and(
    eq(pipelineRunMembers.pipelineRunId, run.id),
    eq(pipelineRunMembers.status, 'waiting'),
  )
  await tx.update(pipelineRunMembers).set({ status: 'skipped' }).where(isWaiting)

  const [pipeline] = await tx
    .select({ name: pipelines.name })
    .from(pipelines)
    .where(eq(pipelines.id, run.pipelineId))
  const data = {
    jobId: run.jobId,
    pipelineId: run.pipelineId,
    pipelineName: pipeline!.name,
    extractedData: collectData(members),
  }
  const { ownerId } = run
  if (status === 'completed')
    publishEvent(tx, outbox, { ownerId, event: 'pipeline.completed', data: { ...data, status } })
  else publishEvent(tx, outbox, { ownerId, event: 'pipeline.failed', data: { ...data, status } })
  return followUps.pipelineRunEnded(tx, services, {
    run,
    status,
    error: status === 'completed' ? null : (reason ?? 'No automation of the pipeline completed'),
    sessionId: members.findLast((member) => member.sessionId !== null)?.sessionId ?? null,
    extractedData: data.extractedData,
  })
}
