import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers } from '../db/pipeline-tables.ts'
import { executions } from '../db/tables.ts'
import { beginAutomationJob } from './begin-automation-job.ts'
import { findNextJob } from './find-next-job.ts'
import type { Services } from '../services.ts'
import { continueRun } from '../pipeline-runs/continue-run.ts'

/**
 * Begins the pipeline run or job that has waited longest for an automation.
 *
 * @param tx holds the automation, whose execution has ended
 *
 * @returns the runs for `advanceDeferredRuns` after the commit
 */
export async function beginNextInLine(tx: Db, services: Services, automationId: string): Promise<string[]> {
  const deferred: string[] = []
  const take = async (runId: string) => {
    if (await continueRun(tx, services, runId)) deferred.push(runId)
  }
  const isDue = and(
    eq(pipelineRunMembers.automationId, automationId),
    eq(pipelineRunMembers.status, 'waiting'),
    isNotNull(pipelineRunMembers.dueAt),
  )
  const { pipelineRunId: runId, dueAt } = pipelineRunMembers
  const [due, job] = await Promise.all([
    tx.select({ runId, dueAt }).from(pipelineRunMembers).where(isDue),
    findNextJob(tx, automationId),
  ])
  const inLine = [
    ...due.map((member) => ({ since: member.dueAt!, begin: () => take(member.runId) })),
    ...(job ? [{ since: job.createdAt, begin: () => beginAutomationJob(tx, services, automationId) }] : []),
  ].toSorted((one, other) => one.since.getTime() - other.since.getTime())
  for (const { begin } of inLine) {
    if (await isActive(tx, automationId)) break
    await begin()
  }
  return deferred
}

async function isActive(tx: Db, automationId: string): Promise<boolean> {
  const active = and(
    eq(executions.automationId, automationId),
    inArray(executions.status, ['pending', 'running']),
  )
  return (await tx.$count(executions, active)) > 0
}
