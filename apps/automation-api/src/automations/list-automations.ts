import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { fitPage, perDatabase, rowTextBytes } from '@waypost/postgres'
import { automations } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAutomation, type ListedAutomation } from './automation.ts'
import { omitContents } from './uploads/omit-contents.ts'

const findPage = perDatabase((db) => {
  const own = eq(automations.ownerId, sql.placeholder('ownerId'))
  const total = db.$count(automations, own)
  const fitting = fitPage(
    db
      .select({ id: automations.id })
      .from(automations)
      .where(own)
      .orderBy(desc(automations.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
    (id) => rowTextBytes(automations, sql`sized.id = ${id}`),
  )
  return db
    .select({ ...getTableColumns(automations), total })
    .from(automations)
    .innerJoin(fitting.rows, eq(automations.id, fitting.key))
    .orderBy(desc(automations.id))
    .prepare('list_automations')
})

/** Newest first; a page of large automations is shorter than requested. */
export async function listAutomations(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<ListedAutomation>> {
  const rows = await findPage(db).execute({ ownerId, limit, offset })
  const total =
    rows[0]?.total ?? (offset > 0 ? await db.$count(automations, eq(automations.ownerId, ownerId)) : 0)
  return { items: rows.map((row) => toAutomation(row, omitContents(row.actions))), total }
}
