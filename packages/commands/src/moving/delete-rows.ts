import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import type { OwnedTable } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'
import { tableOf } from './row-expressions.ts'

type Shares = Pick<MovedService, 'schema' | 'shared'>

/** Deletes all rows of an account, those last that others refer to, and what it shares with nobody else. */
export async function deleteRows(tx: Db, service: Shares, tables: OwnedTable[]): Promise<void> {
  const { schema, shared } = service
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
  await deleteUnused(tx, service, named)
}

/**
 * Deletes rows that accounts share and to which nobody refers any more, and what hangs on them.
 *
 * @param named the ids of those that may be, by their tables
 */
export async function deleteUnused(
  tx: Db,
  { schema, shared }: Shares,
  named: Map<string, string[]>,
): Promise<void> {
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
