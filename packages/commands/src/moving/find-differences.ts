import type { Db } from '@waypost/postgres'
import { sql, type SQL } from 'drizzle-orm'
import type { Copying } from './copying.ts'
import type { OwnedTable } from './list-owned-tables.ts'
import { hashOf, keyOf, tableOf } from './row-expressions.ts'

/** The keys of rows in which a copy is not the same. */
export interface Differences {
  table: OwnedTable
  /** Only the copy has them. */
  extra: string[]
  changed: string[]
  /** Only the original has them. */
  missing: string[]
}

// Few rows are looked at one by one, and few sums are read.
const buckets = 1024
const bucketsAtOnce = 64

/** Compares the rows of an account by sums, and those of which the sums differ one by one. */
export async function findDifferences(
  { schema, source, target }: Copying,
  table: OwnedTable,
): Promise<Differences | undefined> {
  const compareBy = async (by: SQL, within: SQL) => {
    const [originals, copies] = await Promise.all([
      sumUp(source, { schema, table, by, within }),
      sumUp(target, { schema, table, by, within }),
    ])
    return compare(originals, copies)
  }
  const bucket = sql`(hashtextextended(${keyOf(table)}, 0) % ${buckets}::integer)::text`
  const { extra, changed, missing } = await compareBy(bucket, sql`true`)
  const differing = [...extra, ...changed, ...missing]
  if (differing.length === 0) return undefined
  const found: Differences = { table, extra: [], changed: [], missing: [] }
  for (let start = 0; start < differing.length; start += bucketsAtOnce) {
    const wanted = sql.param(differing.slice(start, start + bucketsAtOnce))
    const rows = await compareBy(keyOf(table), sql`${bucket} = any(${wanted}::text[])`)
    found.extra.push(...rows.extra)
    found.changed.push(...rows.changed)
    found.missing.push(...rows.missing)
  }
  return found
}

/** How many rows of an account are alike in something, and a sum of them all. */
async function sumUp(
  db: Db,
  { schema, table, by, within }: { schema: string; table: OwnedTable; by: SQL; within: SQL },
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ key: string; sum: string }>(sql`
    select ${by} as key, count(*) || ' ' || sum(${hashOf(table)}::numeric) as sum
    from ${tableOf(schema, table)} own where ${table.isOwn} and ${within} group by 1
  `)
  return new Map(rows.map(({ key, sum }) => [key, sum]))
}

function compare(originals: Map<string, string>, copies: Map<string, string>): Omit<Differences, 'table'> {
  return {
    extra: [...copies.keys()].filter((key) => !originals.has(key)),
    changed: [...copies.keys()].filter((key) => originals.has(key) && originals.get(key) !== copies.get(key)),
    missing: [...originals.keys()].filter((key) => !copies.has(key)),
  }
}
