import type { Db } from '@waypost/postgres'
import { sql, type SQL } from 'drizzle-orm'
import type { MovedService } from './moved-service.ts'

/** A table with rows of an account. */
export interface OwnedTable {
  name: string
  /** Without those that Postgres generates itself. */
  columns: string[]
  /** Those of them that Postgres hashes as they are: no two of their values that it calls equal are written in different ways. */
  hashable: string[]
  /** Of its primary key; empty where Postgres numbers its rows itself, which are told apart by nothing else then. */
  key: string[]
  /** Whether writing to it changes others too. */
  hasTriggers: boolean
  /** The rows of the account. */
  isOwn: SQL
  /** Whether they may be others' too. */
  isShared: boolean
}

interface Found extends Record<string, unknown> {
  name: string
  columns: string[]
  hashable: string[]
  key: string[] | null
  has_triggers: boolean
}

interface Reference extends Record<string, unknown> {
  name: string
  column: string
  parent: string
  parent_column: string
}

/**
 * The tables of a service that have rows of an account, those first that others refer to: by their owner, or by the rows that
 * they belong to.
 *
 * @throws where there is a table of which nobody has said whose its rows are
 */
export async function listOwnedTables(
  db: Db,
  { schema, links, shared, ofDatabase, ownersOf }: MovedService,
  accountId: string,
): Promise<OwnedTable[]> {
  const found = await readTables(db, schema)
  const references = await readReferences(db, schema)
  const own = new Map<string, SQL>()
  const tables = found.filter(({ name }) => !ofDatabase.includes(name))
  for (const { name, columns } of tables) {
    if (links[name]) continue
    if (columns.includes('owner_id'))
      own.set(name, sql`owner_id = any(${sql.param(ownersOf(accountId))}::text[])`)
    else if (columns.includes('account_id')) own.set(name, sql`account_id = ${accountId}`)
  }
  const within = sql.identifier(schema)
  const belongsTo = (column: string, parent: string, parentColumn: string, isParent: SQL): SQL => sql`
    ${sql.identifier(column)} in (
      select ${sql.identifier(parentColumn)} from ${within}.${sql.identifier(parent)} where ${isParent})`
  // Each round finds the children of those found before.
  for (let before = -1; before < own.size;) {
    before = own.size
    for (const { name } of tables) {
      if (own.has(name)) continue
      const link = links[name]
      const to = link
        ? { ...link, parent_column: 'id' }
        : references.find((each) => each.name === name && own.has(each.parent))
      const isParent = to && own.get(to.parent)
      if (!isParent) continue
      own.set(name, belongsTo(to.column, to.parent, to.parent_column, isParent))
    }
  }
  const isShared = new Set<string>()
  for (const [name, { by, children }] of Object.entries(shared)) {
    const named = by.map(({ table, column }) => belongsTo('id', table, column, own.get(table)!))
    own.set(name, sql`(${sql.join(named, sql` or `)})`)
    isShared.add(name)
    for (const { table, column } of children) {
      own.set(table, belongsTo(column, name, 'id', own.get(name)!))
      isShared.add(table)
    }
  }
  const unknown = tables.filter(({ name }) => !own.has(name)).map(({ name }) => name)
  if (unknown.length > 0) throw new Error(`nobody has said whose rows are in ${unknown.join(', ')}`)
  const hangsOn = [
    ...references,
    ...Object.entries(links).map(([name, { parent }]) => ({ name, parent })),
    ...Object.entries(shared).flatMap(([parent, { by, children }]) =>
      [...by, ...children].map(({ table: name }) => ({ name, parent })),
    ),
  ]
  return sortByReferences(tables, hangsOn).map((table) => ({
    name: table.name,
    columns: table.columns,
    hashable: table.hashable,
    key: table.key ?? [],
    hasTriggers: table.has_triggers,
    isOwn: own.get(table.name)!,
    isShared: isShared.has(table.name),
  }))
}

async function readTables(db: Db, schema: string): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    select relation.relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
        order by attnum
      ) as columns,
      array(
        select attname::text from pg_attribute
        where attrelid = relation.oid and attnum > 0 and atttypid = any(array['uuid', 'text', 'integer', 'bigint', 'boolean',
          'timestamptz', 'date', 'bytea']::regtype[])
      ) as hashable,
      (
        select array_agg(attname::text order by position) from pg_index
        cross join lateral unnest(indkey::smallint[]) with ordinality as part (number, position)
        join pg_attribute on attrelid = indrelid and attnum = number
        where indrelid = relation.oid and indisprimary
        having bool_and(attidentity = '')
      ) as key,
      exists (select from pg_trigger where tgrelid = relation.oid and not tgisinternal) as has_triggers
    from pg_class relation
    where relation.relnamespace = ${schema}::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
      and relation.relname not like 'removed\\_%'
    order by name
  `)
  return rows
}

/** Foreign keys of one column, which all of them have. */
async function readReferences(db: Db, schema: string): Promise<Reference[]> {
  const { rows } = await db.execute<Reference>(sql`
    select child.relname as name, own.attname as column, parent.relname as parent, their.attname as parent_column
    from pg_constraint
    join pg_class child on child.oid = conrelid
    join pg_class parent on parent.oid = confrelid
    join pg_attribute own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute their on their.attrelid = confrelid and their.attnum = confkey[1]
    where contype = 'f' and connamespace = ${schema}::regnamespace and not child.relispartition
    order by name, own.attnum
  `)
  return rows
}

function sortByReferences(tables: Found[], references: Pick<Reference, 'name' | 'parent'>[]): Found[] {
  const sorted: Found[] = []
  const visit = (table: Found): void => {
    if (sorted.includes(table)) return
    const parents = references.filter(({ name, parent }) => name === table.name && parent !== name)
    for (const { parent } of parents) {
      const found = tables.find(({ name }) => name === parent)
      if (found) visit(found)
    }
    sorted.push(table)
  }
  tables.forEach(visit)
  return sorted
}
