import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers } from '../db/pipeline-tables.ts'
import { executions } from '../db/tables.ts'
import type { ExecutionRow } from '../executions/execution.ts'
import { beginAutomationJob } from '../jobs/begin-automation-job.ts'
import { findNextJob } from '../jobs/find-next-job.ts'
import type { Services } from '../services.ts'
import { continueRun } from './continue-run.ts'

/**
 * What the end of an execution begins: the next member of its pipeline's run, and whichever run or job has
 * waited longest for the automation to become free.
 *
 * @param tx ends the execution, and holds its automation
 * @returns the runs that `advanceLeftRuns` has to look after once this is committed
 */
export async function followEnd(
  tx: Db,
  services: Services,
  { automationId, pipelineRunId }: Pick<ExecutionRow, 'automationId' | 'pipelineRunId'>,
): Promise<string[]> {
  const left: string[] = []
  const take = async (runId: string) => {
    if (await continueRun(tx, services, runId)) left.push(runId)
  }
  if (pipelineRunId !== null) await take(pipelineRunId)
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
  return left
}

/**
 * The same where an automation was deleted, with its executions.
 *
 * @param tx has deleted it
 */
export async function followDeletion(tx: Db, services: Services, automationId: string): Promise<string[]> {
  const ofAutomation = and(
    eq(pipelineRunMembers.automationId, automationId),
    eq(pipelineRunMembers.status, 'active'),
  )
  const { pipelineRunId } = pipelineRunMembers
  const [active] = await tx.select({ pipelineRunId }).from(pipelineRunMembers).where(ofAutomation)
  return followEnd(tx, services, { automationId, pipelineRunId: active?.pipelineRunId ?? null })
}

async function isActive(tx: Db, automationId: string): Promise<boolean> {
  const active = and(
    eq(executions.automationId, automationId),
    inArray(executions.status, ['pending', 'running']),
  )
  return (await tx.$count(executions, active)) > 0
}
