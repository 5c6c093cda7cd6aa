import { and, desc, eq, getTableColumns, inArray, isNotNull, lt, sql, sum } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { fitPage, rowTextBytes, writeCursor, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { automations, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toExecution, type Execution, type executionQuery } from './execution.ts'

type Query = z.output<typeof executionQuery> & Page & { cursor?: string | undefined }

// A search is answered in a moment, however rare its runs are: so many are looked at for a page.
const examinedAtATime = 5000

/**
 * Lists executions, newest first; a page with large ones has fewer than `limit`. The total is known for all executions and
 * for one automation, but not for a status, those that wait or a search. A page of a search may be short and lead on.
 */
export async function listExecutions(
  { db }: Services,
  actor: Actor,
  query: Query,
): Promise<CursorPage<Execution>> {
  const { automationId, status, waiting, q, cursor, limit, offset } = query
  const examined = db
    .$with('examined')
    .as(
      db
        .select({ id: executions.id })
        .from(executions)
        .where(isListed(actor, query))
        .orderBy(desc(executions.id))
        .limit(examinedAtATime),
    )
  const wanted =
    q === undefined
      ? isListed(actor, query)
      : and(
          inArray(executions.id, db.with(examined).select({ id: examined.id }).from(examined)),
          isFound(db, actor, q),
        )
  const fitting = fitPage(
    db
      .select({ id: executions.id })
      .from(executions)
      .where(wanted)
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
  if (q !== undefined) {
    const next = nextCursor ?? (await findLastExamined(db, actor, query))
    return { items: items.map(toExecution), total: null, nextCursor: next }
  }
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

const isListed = ({ ownerId }: Actor, { automationId, status, waiting, cursor }: Query) =>
  and(
    eq(executions.ownerId, ownerId),
    automationId === undefined ? undefined : eq(executions.automationId, automationId),
    status && eq(executions.status, status),
    // Only a running one waits, by whose status they are found.
    waiting && and(eq(executions.status, 'running'), isNotNull(executions.waiting)),
    cursor === undefined ? undefined : lt(executions.id, cursor),
  )

/** An account has a limited number of automations, so each one's name is looked at. */
function isFound(db: Db, { ownerId }: Actor, q: string) {
  const named = db
    .select({ id: automations.id })
    .from(automations)
    .where(and(eq(automations.ownerId, ownerId), sql`strpos(lower(${automations.name}), lower(${q})) > 0`))
  return sql`(${inArray(executions.automationId, named)} or strpos(lower(${executions.error}), lower(${q})) > 0)`
}

/** The cursor after the executions that a page of a search has looked at; null where there are no others. */
async function findLastExamined(db: Db, actor: Actor, query: Query): Promise<string | null> {
  const [last] = await db
    .select({ id: executions.id })
    .from(executions)
    .where(isListed(actor, query))
    .orderBy(desc(executions.id))
    .limit(1)
    .offset(examinedAtATime - 1)
  return last ? writeCursor(last.id) : null
}
