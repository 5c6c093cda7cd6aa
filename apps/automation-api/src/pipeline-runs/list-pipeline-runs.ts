import { and, desc, eq, getTableColumns, lt, sql, sum } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { fitPage, rowTextBytes } from '@waypost/postgres'
import type { z } from 'zod'
import { pipelineRunMembers, pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import type { Actor, Services } from '../services.ts'
import type { PipelineRun, pipelineRunQuery } from './pipeline-run.ts'
import { withMembers } from './with-members.ts'

type Query = z.output<typeof pipelineRunQuery> & Page & { cursor?: string | undefined }

/** Newest first, fewer than requested where their extracted data is large; with the total. */
export async function listPipelineRuns(
  { db }: Services,
  { ownerId }: Actor,
  { pipelineId, cursor, limit, offset }: Query,
): Promise<CursorPage<PipelineRun>> {
  const { id } = pipelineRuns
  const fitting = fitPage(
    db
      .select({ id })
      .from(pipelineRuns)
      .where(
        and(
          eq(pipelineRuns.ownerId, ownerId),
          pipelineId === undefined ? undefined : eq(pipelineRuns.pipelineId, pipelineId),
          cursor === undefined ? undefined : lt(id, cursor),
        ),
      )
      .orderBy(desc(id))
      .limit(limit + 1)
      .offset(offset),
    (key) => sql<number>`${rowTextBytes(pipelineRuns, sql`sized.id = ${key}`)} + coalesce((
      select sum(octet_length(member::text)) from ${pipelineRunMembers} member
      where member.pipeline_run_id = ${key}
    ), 0)`,
  )
  const rows = await db
    .select({ ...getTableColumns(pipelineRuns), found: fitting.found })
    .from(pipelineRuns)
    .innerJoin(fitting.rows, eq(id, fitting.key))
    .orderBy(desc(id))
  const { items: runs, nextCursor } = cutPage(rows, limit, rows[0]?.found)
  const items = await withMembers(db, runs)
  if (cursor !== undefined) return { items, total: null, nextCursor }

  const [counted] = await db
    .select({ total: sum(pipelines.runCount).mapWith(Number) })
    .from(pipelines)
    .where(
      and(
        eq(pipelines.ownerId, ownerId),
        pipelineId === undefined ? undefined : eq(pipelines.id, pipelineId),
      ),
    )
  return { items, total: counted?.total ?? 0, nextCursor }
}
