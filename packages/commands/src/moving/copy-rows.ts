import { copyIn, copyOut } from '@waypost/postgres'
import { sql, type SQL } from 'drizzle-orm'
import { copyBlobs } from './copy-blobs.ts'
import type { Copying } from './copying.ts'
import type { OwnedTable } from './list-owned-tables.ts'
import { keyOf, listColumns, tableOf } from './row-expressions.ts'

// What triggers do for each statement costs little beside what it copies then, and it takes little memory.
const bytesAtOnce = 2 ** 21
const copied = sql`pg_temp.copied`

/**
 * Copies rows of an account, over what is there with the same keys, and what of the store they name.
 *
 * @param keys absent: all rows
 */
export async function copyRows(copying: Copying, table: OwnedTable, keys?: string[]): Promise<void> {
  const { schema, source, target } = copying
  const [into, columns] = [tableOf(schema, table), listColumns(table.columns)]
  const isOver = keys !== undefined || (await mayBeThere(copying, table))
  const onConflict = table.isShared && !keys ? keepTheirs(table) : writeOver(table)
  if (isOver)
    await target.execute(
      sql`create temporary table ${copied} on commit drop as select ${columns} from ${into} with no data`,
    )
  const wanted = keys
    ? sql`${table.isOwn} and ${keyOf(table)} = any(${sql.param(keys)}::text[])`
    : table.isOwn
  const rows = sql`copy (select ${columns} from ${into} own where ${wanted}) to stdout`
  for await (const content of copyOut(source, rows, bytesAtOnce)) {
    await copyBlobs(copying, content)
    await copyIn(target, sql`copy ${isOver ? copied : into} (${columns}) from stdin`, content)
    if (!isOver) continue
    await target.execute(sql`insert into ${into} (${columns}) select ${columns} from ${copied} ${onConflict}`)
    await target.execute(sql`truncate ${copied}`)
  }
  if (isOver) await target.execute(sql`drop table ${copied}`)
}

/** Whether the other database may have some of the rows: others have them too, or triggers have written them. */
async function mayBeThere({ schema, target }: Copying, table: OwnedTable): Promise<boolean> {
  if (table.isShared) return true
  const { rows } = await target.execute(
    sql`select from ${tableOf(schema, table)} where ${table.isOwn} limit 1`,
  )
  return rows.length > 0
}

/** Of rows of others, none is locked before the account is closed: whether they are the same is seen then. */
const keepTheirs = ({ key }: OwnedTable): SQL => sql`on conflict (${listColumns(key)}) do nothing`

function writeOver(table: OwnedTable): SQL {
  const { columns, key } = table
  if (key.length === 0) return sql``
  const others = columns.filter((column) => !key.includes(column))
  if (others.length === 0) return keepTheirs(table)
  const values = others.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`)
  return sql`on conflict (${listColumns(key)}) do update set ${sql.join(values, sql`, `)}`
}
