import { sql } from 'drizzle-orm'
import { copyRows } from './copy-rows.ts'
import type { Copying } from './copying.ts'
import { deleteUnused } from './delete-rows.ts'
import { findDifferences, type Differences } from './find-differences.ts'
import type { OwnedTable } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'
import { keyOf, tableOf } from './row-expressions.ts'

const mostPasses = 5
const keysAtOnce = 10_000

/**
 * Makes a copy the same as the original in what was written there since, and in what triggers of other tables have written here.
 *
 * @throws where the copy is still another
 */
export async function correctRows(
  copying: Copying,
  service: MovedService,
  tables: OwnedTable[],
): Promise<void> {
  let compared = tables
  for (let pass = 0; ; pass += 1) {
    const differing: Differences[] = []
    for (const table of compared) {
      const differences = await findDifferences(copying, table)
      if (differences) differing.push(differences)
    }
    if (differing.length === 0) return
    const named = differing.map(({ table }) => table.name)
    if (pass === mostPasses) throw new Error(`the copy is another: ${named.join(', ')}`)
    await deleteExtra(copying, service, differing.toReversed())
    for (const { table, changed, missing } of differing) {
      // What a changed row no longer has, such as a name, a new one may have.
      await inParts(changed, (keys) => copyRows(copying, table, keys))
      await inParts(missing, (keys) => copyRows(copying, table, keys))
    }
    // Only triggers write to others.
    if (differing.every(({ table }) => !table.hasTriggers)) compared = differing.map(({ table }) => table)
    else compared = tables
  }
}

/** @param differing those first that refer to others */
async function deleteExtra(
  { schema, target }: Copying,
  service: MovedService,
  differing: Differences[],
): Promise<void> {
  for (const { table, extra, changed } of differing) {
    if (table.isShared) continue
    // Rows without a key are not written over but replaced.
    const gone = table.key.length === 0 ? [...extra, ...changed] : extra
    await inParts(gone, async (keys) => {
      await target.execute(sql`
        delete from ${tableOf(schema, table)} own where ${table.isOwn} and ${keyOf(table)} = any(${sql.param(keys)}::text[])
      `)
    })
  }
  const shared = differing
    .filter(({ table }) => service.shared[table.name])
    .map(({ table, extra }) => [table.name, extra.map((key) => key.slice(1, -1))] as const)
  await deleteUnused(target, service, new Map(shared))
}

async function inParts(keys: string[], work: (keys: string[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < keys.length; start += keysAtOnce)
    await work(keys.slice(start, start + keysAtOnce))
}
