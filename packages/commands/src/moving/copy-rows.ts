import type { Db } from '@waypost/postgres'
import { sql, type SQL } from 'drizzle-orm'
import { copyBlobs } from './copy-blobs.ts'
import type { OwnedTable } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'

const rowsAtOnce = 50

const list = (columns: string[], of?: string): SQL =>
  sql.join(
    columns.map((column) => (of ? sql`${sql.raw(of)}.${sql.identifier(column)}` : sql.identifier(column))),
    sql`, `,
  )

export const tableOf = (schema: string, { name }: Pick<OwnedTable, 'name'>): SQL =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`

/** Values are written as text in the same form in both databases, whatever their settings are. */
export async function fixTextForms(tx: Db): Promise<void> {
  await tx.execute(sql`
    select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
      set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true)
  `)
}

/**
 * Copies the rows of an account, over what is there with the same keys, and what of the store they name.
 *
 * @returns the ids of what they name in an object store
 */
export async function copyRows(from: Db, to: Db, schema: string, table: OwnedTable): Promise<string[]> {
  const { columns, key, isOwn } = table
  const objects: string[] = []
  const into = tableOf(schema, table)
  const others = columns.filter((column) => !key.includes(column))
  const values = sql.join(
    others.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
    sql`, `,
  )
  const onConflict =
    key.length === 0
      ? sql``
      : sql`on conflict (${list(key)}) do ${others.length > 0 ? sql`update set ${values}` : sql`nothing`}`
  await from.execute(
    sql`declare copied no scroll cursor for select own::text as row from ${into} own where ${isOwn}`,
  )
  for (;;) {
    const { rows } = await from.execute<{ row: string }>(sql.raw(`fetch ${rowsAtOnce} from copied`))
    if (rows.length === 0) break
    const texts = rows.map(({ row }) => row)
    objects.push(...(await copyBlobs(from, to, schema, texts)))
    await to.execute(sql`
      insert into ${into} (${list(columns)})
      select ${list(columns, '(own)')} from (
        select text::${into} as own from unnest(${sql.param(texts)}::text[]) as given (text)
      ) copied
      ${onConflict}
    `)
  }
  await from.execute(sql`close copied`)
  return objects
}

/** How many rows an account has, and a sum of them all. */
export async function sumUp(db: Db, schema: string, table: OwnedTable): Promise<string> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select count(*) || ' ' || coalesce(sum(hashtextextended(row(${list(table.columns, 'own')})::text, 0)::numeric), 0) as sum
    from ${tableOf(schema, table)} own where ${table.isOwn}
  `)
  return rows[0]!.sum
}

/** Deletes what the other database does not have: what triggers have added. */
export async function deleteOthers(from: Db, to: Db, schema: string, table: OwnedTable): Promise<void> {
  const of = tableOf(schema, table)
  if (table.key.length === 0) {
    await to.execute(sql`delete from ${of} where ${table.isOwn}`)
    return
  }
  const keyOf = sql`row(${list(table.key)})::text`
  const { rows } = await from.execute<{ key: string }>(
    sql`select ${keyOf} as key from ${of} where ${table.isOwn}`,
  )
  const keys = sql.param(rows.map(({ key }) => key))
  await to.execute(sql`delete from ${of} where ${table.isOwn} and ${keyOf} <> all(${keys}::text[])`)
}

/** Deletes all rows of an account, those last that others refer to, and what it shares with nobody else. */
export async function deleteRows(
  tx: Db,
  { schema, shared }: Pick<MovedService, 'schema' | 'shared'>,
  tables: OwnedTable[],
): Promise<void> {
  const named = new Map<string, string[]>()
  for (const table of tables.filter(({ name }) => shared[name])) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${tableOf(schema, table)} where ${table.isOwn}`,
    )
    named.set(
      table.name,
      rows.map(({ id }) => id),
    )
  }
  const ordered = tables.filter(({ isShared }) => !isShared).toReversed()
  // Once more those that triggers have written to meanwhile.
  for (const table of [...ordered, ...ordered.filter(({ hasTriggers }) => !hasTriggers)])
    await tx.execute(sql`delete from ${tableOf(schema, table)} where ${table.isOwn}`)
  for (const [name, { by, children }] of Object.entries(shared)) {
    const of = tableOf(schema, { name })
    const isUsed = by.map(
      ({ table, column }) =>
        sql`exists (select from ${tableOf(schema, { name: table })} by where by.${sql.identifier(column)} = ${of}.id)`,
    )
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from ${of} where id = any(${sql.param(named.get(name) ?? [])}::uuid[]) and not (${sql.join(isUsed, sql` or `)}) returning id
    `)
    const gone = sql.param(rows.map(({ id }) => id))
    for (const { table, column } of children)
      await tx.execute(
        sql`delete from ${tableOf(schema, { name: table })} where ${sql.identifier(column)} = any(${gone}::uuid[])`,
      )
  }
}
