import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers } from '../db/pipeline-tables.ts'
import { executions } from '../db/tables.ts'
import { toPipelineRun, type PipelineRun, type RunRow } from './pipeline-run.ts'

/** The runs as they are shown, with their members. */
export async function withMembers(db: Db, runs: RunRow[]): Promise<PipelineRun[]> {
  if (runs.length === 0) return []
  const ids = runs.map(({ id }) => id)
  const { pipelineRunId, position, executionId } = pipelineRunMembers
  const members = await db
    .select({
      ...getTableColumns(pipelineRunMembers),
      executionStatus: executions.status,
      executionStartedAt: executions.startedAt,
    })
    .from(pipelineRunMembers)
    .leftJoin(executions, eq(executions.id, executionId))
    .where(inArray(pipelineRunId, ids))
    .orderBy(asc(pipelineRunId), asc(position))
  const byRun = Map.groupBy(members, (member) => member.pipelineRunId)
  return runs.map((run) => toPipelineRun(run, byRun.get(run.id) ?? []))
}
