import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers, pipelineRuns } from '../db/pipeline-tables.ts'
import type { Services } from '../services.ts'
import { stopPresentMember } from './advance-pipeline-run.ts'
import { endRun } from './end-run.ts'
import { holdPresentMember } from './hold-present-member.ts'

/**
 * Ends a run that is to stop, at once: a running execution is not waited for.
 *
 * @param tx holds the pipeline; the stop was requested in an earlier transaction
 *
 * @returns the other runs for `followUps.runsDeferred` after the commit
 */
export async function abandonRun(tx: Db, services: Services, runId: string): Promise<string[]> {
  const held = await holdPresentMember(tx, runId)
  const deferred = held === undefined ? [] : await stopPresentMember(tx, services, runId, held)
  const isActive = and(eq(pipelineRuns.id, runId), eq(pipelineRuns.status, 'active'))
  const [run] = await tx.select().from(pipelineRuns).where(isActive).for('update')
  // The execution's end has ended the run: earlier, or just now because the execution had not begun.
  if (!run) return deferred
  const { pipelineRunId, position } = pipelineRunMembers
  const members = await tx
    .select()
    .from(pipelineRunMembers)
    .where(eq(pipelineRunId, runId))
    .orderBy(asc(position))
  await endRun(tx, services, run, members)
  return deferred
}
