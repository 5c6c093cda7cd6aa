import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { listOwnedTables } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'
import { tableOf } from './row-expressions.ts'

/** Names the tables with rows that were written after they were copied. */
export async function listLate(
  service: MovedService,
  from: Db,
  accountId: string,
  comparedAt: string,
): Promise<string[]> {
  // Of the 64 bits of its id, a row has 32.
  const at = sql`((${comparedAt}::bigint % 4294967296)::text)::xid`
  const late: string[] = []
  for (const table of await listOwnedTables(from, service, accountId)) {
    if (service.derived.includes(table.name)) continue
    const { rows } = await from.execute(sql`
      select from ${tableOf(service.schema, table)} own where ${table.isOwn} and age(own.xmin) <= age(${at}) limit 1
    `)
    if (rows.length > 0) late.push(table.name)
  }
  return late
}
