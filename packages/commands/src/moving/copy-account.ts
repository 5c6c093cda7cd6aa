import { fixTextForms, type Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { deleteUnnamed } from './copy-blobs.ts'
import { copyRows } from './copy-rows.ts'
import type { Copying } from './copying.ts'
import { correctRows } from './correct-rows.ts'
import { deleteRows } from './delete-rows.ts'
import { findFirstUnseen } from './find-first-unseen.ts'
import { listElsewhere } from './list-elsewhere.ts'
import { listOwnedTables, type OwnedTable } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'

export interface Copied {
  /** The first transaction of `from` whose writes the copy may not have. */
  comparedAt: string
  /** What the account has in the object store. */
  objects: string[]
}

/**
 * Copies all rows of an account in one transaction, in place of those of an earlier copy, and compares them.
 *
 * @param close called once all is copied that there was at first. Until it returns, the account may be written to, and what has
 * been is copied afterwards, which takes far less time. Nobody sees the copy before that.
 * @throws where the copy is not the same, and then there is none
 */
export async function copyAccount(
  service: MovedService,
  { from, to }: { from: Db; to: Db },
  accountId: string,
  close?: () => Promise<void>,
): Promise<Copied> {
  return to.transaction(async (target) => {
    await fixTextForms(target)
    await deleteRows(target, service, await listOwnedTables(target, service, accountId))
    const { schema } = service
    const shared = { schema, from, target, objects: new Set<string>(), added: new Set<string>() }
    const read = <Result>(
      work: (copying: Copying, tables: OwnedTable[]) => Promise<Result>,
    ): Promise<Result> =>
      from.transaction(async (source) => {
        // One state of all tables.
        await source.execute(sql`set transaction isolation level repeatable read, read only`)
        await fixTextForms(source)
        const tables = await listOwnedTables(source, service, accountId)
        requireSame(tables, await listOwnedTables(target, service, accountId))
        return work({ ...shared, source }, tables)
      })
    if (close) {
      await read(copyAll)
      await close()
    }
    const elsewhere = await listElsewhere(from)
    return read(async (copying, tables) => {
      const comparedAt = await findFirstUnseen(copying.source, elsewhere)
      if (!close) await copyAll(copying, tables)
      await correctRows(copying, service, tables)
      return { comparedAt, objects: await deleteUnnamed(copying) }
    })
  })
}

async function copyAll(copying: Copying, tables: OwnedTable[]): Promise<void> {
  for (const table of tables) await copyRows(copying, table)
}

/** @throws where the databases have other migrations */
function requireSame(ours: OwnedTable[], theirs: OwnedTable[]): void {
  if (describe(ours) !== describe(theirs))
    throw new Error('the databases have other migrations: migrate both first')
}

const describe = (tables: OwnedTable[]): string =>
  JSON.stringify(tables.map(({ name, columns }) => ({ name, columns })))
