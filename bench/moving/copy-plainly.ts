import path from 'node:path'
import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import type { LargeTable } from './fill-accounts.ts'

/**
 * Copies the rows of tables with COPY, by files that Postgres writes and reads, and nothing else: one state of all of them, in
 * one transaction.
 *
 * @param directory that Postgres may write to
 * @returns how many rows there are
 */
export async function copyPlainly(
  from: Db,
  to: Db,
  tables: LargeTable[],
  directory: string,
): Promise<number> {
  let count = 0
  await from.transaction(async (source) => {
    await source.execute(sql`set transaction isolation level repeatable read`)
    await to.transaction(async (target) => {
      for (const { table, where } of tables) {
        const columns = await columnsOf(source, table)
        const file = path.join(directory, `${table}.copy`)
        const copied = await source.execute(
          sql.raw(`copy (select ${columns} from ${table} where ${where}) to '${file}'`),
        )
        await target.execute(sql.raw(`copy ${table} (${columns}) from '${file}'`))
        count += copied.rowCount ?? 0
      }
    })
  })
  return count
}

async function columnsOf(db: Db, table: string): Promise<string> {
  const { rows } = await db.execute<{ columns: string }>(sql`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `)
  return rows[0]!.columns
}
