import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { copyRows, deleteOthers, deleteRows, fixTextForms, sumUp, tableOf } from './copy-rows.ts'
import { listOwnedTables, type OwnedTable } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'

const mostPasses = 5

interface Copied {
  /** The first transaction of `from` whose writes the copy may not have. */
  comparedAt: string
  /** What the account has in the object store. */
  objects: string[]
}

/**
 * Copies all rows of an account in one transaction, over those of an earlier copy, and compares them.
 *
 * @throws where the copy is not the same, and then there is none
 */
export async function copyAccount(
  service: MovedService,
  from: Db,
  to: Db,
  accountId: string,
): Promise<Copied> {
  const { schema } = service
  return to.transaction(async (target) => {
    await fixTextForms(target)
    await deleteRows(target, service, await listOwnedTables(target, service, accountId))
    return from.transaction(async (source) => {
      // One state of all tables.
      await source.execute(sql`set transaction isolation level repeatable read, read only`)
      await fixTextForms(source)
      // The oldest in progress: what it has written already is not seen either, and older than the copy once it commits.
      const { rows } = await source.execute<{ at: string }>(
        sql`select pg_snapshot_xmin(pg_current_snapshot())::text as at`,
      )
      const tables = await listOwnedTables(source, service, accountId)
      requireSame(tables, await listOwnedTables(target, service, accountId))
      const objects = new Set<string>()
      const copy = async (table: OwnedTable): Promise<void> => {
        for (const id of await copyRows(source, target, schema, table)) objects.add(id)
      }
      const listDiffering = async (): Promise<OwnedTable[]> => {
        const differing: OwnedTable[] = []
        for (const table of tables)
          if ((await sumUp(source, schema, table)) !== (await sumUp(target, schema, table)))
            differing.push(table)
        return differing
      }
      for (const table of tables) await copy(table)
      // The triggers of others have written there what is copied too, and sweeps may be adding it up.
      for (let times = 0, left = await listDiffering(); left.length > 0; left = await listDiffering()) {
        times += 1
        if (times > mostPasses || left.some((table) => table.hasTriggers))
          throw new Error(`the copy is another: ${left.map(({ name }) => name).join(', ')}`)
        for (const table of left) {
          await deleteOthers(source, target, schema, table)
          await copy(table)
        }
      }
      return { comparedAt: rows[0]!.at, objects: [...objects] }
    })
  })
}

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

/** @throws where the databases have other migrations */
function requireSame(ours: OwnedTable[], theirs: OwnedTable[]): void {
  if (describe(ours) !== describe(theirs))
    throw new Error('the databases have other migrations: migrate both first')
}

const describe = (tables: OwnedTable[]): string =>
  JSON.stringify(tables.map(({ name, columns }) => ({ name, columns })))
