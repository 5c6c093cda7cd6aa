import { and, desc, eq, getTableColumns, isNotNull, lt, sql, sum } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { fitPage, rowTextBytes } from '@waypost/postgres'
import type { z } from 'zod'
import { automations, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toExecution, type Execution, type executionQuery } from './execution.ts'

type Query = z.output<typeof executionQuery> & Page & { cursor?: string | undefined }

/**
 * Lists executions, newest first; a page with large ones has fewer than `limit`. The total is known for all executions and
 * for one automation, but not for a status or those that wait.
 */
export async function listExecutions(
  { db }: Services,
  actor: Actor,
  { automationId, status, waiting, cursor, limit, offset }: Query,
): Promise<CursorPage<Execution>> {
  const fitting = fitPage(
    db
      .select({ id: executions.id })
      .from(executions)
      .where(
        and(
          eq(executions.ownerId, actor.ownerId),
          automationId === undefined ? undefined : eq(executions.automationId, automationId),
          status && eq(executions.status, status),
          // Only a running one waits, by whose status they are found.
          waiting && and(eq(executions.status, 'running'), isNotNull(executions.waiting)),
          cursor === undefined ? undefined : lt(executions.id, cursor),
        ),
      )
      .orderBy(desc(executions.id))
      .limit(limit + 1)
      .offset(offset),
    (id) => rowTextBytes(executions, sql`sized.id = ${id}`),
  )
  const rows = await db
    .select({ ...getTableColumns(executions), found: fitting.found })
    .from(executions)
    .innerJoin(fitting.rows, eq(executions.id, fitting.key))
    .orderBy(desc(executions.id))
  const { items, nextCursor } = cutPage(rows, limit, rows[0]?.found)
  if (status || waiting || cursor) return { items: items.map(toExecution), total: null, nextCursor }

  const [counted] = await db
    .select({ total: sum(automations.executionCount).mapWith(Number) })
    .from(automations)
    .where(
      and(
        eq(automations.ownerId, actor.ownerId),
        automationId === undefined ? undefined : eq(automations.id, automationId),
      ),
    )
  return { items: items.map(toExecution), total: counted?.total ?? 0, nextCursor }
}
