import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { fitPage, perDatabase, rowTextBytes, type Db } from '@waypost/postgres'
import { automations } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAutomation, type ListedAutomation } from './automation.ts'
import { listLastRuns } from './last-run.ts'
import { omitContents } from './uploads/omit-contents.ts'

const ofOwner = eq(automations.ownerId, sql.placeholder('ownerId'))
/** An account has a limited number of automations, so each one's name is looked at. */
const isFound = sql`strpos(lower(${automations.name} || ' ' || coalesce(${automations.description}, '')),
  lower(${sql.placeholder('q')}::text)) > 0`

function prepare(db: Db, isSearch: boolean) {
  const wanted = and(ofOwner, isSearch ? isFound : undefined)
  const total = db.$count(automations, wanted)
  const fitting = fitPage(
    db
      .select({ id: automations.id })
      .from(automations)
      .where(wanted)
      .orderBy(desc(automations.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
    (id) => rowTextBytes(automations, sql`sized.id = ${id}`),
  )
  const page = db
    .select({ ...getTableColumns(automations), total })
    .from(automations)
    .innerJoin(fitting.rows, eq(automations.id, fitting.key))
    .orderBy(desc(automations.id))
  return {
    page: page.prepare(isSearch ? 'search_automations' : 'list_automations'),
    total: db
      .select({ total: sql<number>`count(*)::integer` })
      .from(automations)
      .where(wanted)
      .prepare(isSearch ? 'count_found_automations' : 'count_automations'),
  }
}

const statementsOf = perDatabase((db) => ({ all: prepare(db, false), found: prepare(db, true) }))

interface AutomationQuery extends Page {
  /** A part of the name or the description, case-insensitive. */
  q?: string | undefined
  include?: 'lastRun' | undefined
}

/** Newest first; a page of large automations is shorter than requested. */
export async function listAutomations(
  { db }: Services,
  { ownerId }: Actor,
  { q, include, limit, offset }: AutomationQuery,
): Promise<Paged<ListedAutomation>> {
  const { all, found } = statementsOf(db)
  const statements = q === undefined ? all : found
  const rows = await statements.page.execute({ ownerId, q, limit, offset })
  const total =
    rows[0]?.total ?? (offset > 0 ? (await statements.total.execute({ ownerId, q }))[0]!.total : 0)
  const runs =
    include &&
    (await listLastRuns(
      db,
      ownerId,
      rows.map(({ id }) => id),
    ))
  return {
    items: rows.map((row) => ({
      ...toAutomation(row, omitContents(row.actions)),
      ...(runs && { lastRun: runs.get(row.id) ?? null }),
    })),
    total,
  }
}
