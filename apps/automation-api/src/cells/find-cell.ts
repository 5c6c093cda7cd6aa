import type { Credential } from '@waypost/http'
import { perDatabase } from '@waypost/postgres'
import { eq, sql } from 'drizzle-orm'
import { accounts, keysInCells } from '../db/tables.ts'

/** Asks the first database for the cell that has the account of a credential; null: that database itself. */
export const findCell = perDatabase((db) => {
  const byOwner = db
    .select({ cell: accounts.cell })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('ownerId')))
    .prepare('find_cell_by_owner')
  const byKey = db
    .select({ cell: accounts.cell })
    .from(keysInCells)
    .innerJoin(accounts, eq(accounts.id, keysInCells.ownerId))
    .where(eq(keysInCells.keyHash, sql.placeholder('keyHash')))
    .prepare('find_cell_by_key')
  return async (credential: Credential): Promise<string | null> => {
    const space = credential.indexOf(' ')
    const value = credential.slice(space + 1)
    const isKey = credential.slice(0, space) === 'key'
    const [found] = await (isKey
      ? byKey.execute({ keyHash: Buffer.from(value, 'hex') })
      : byOwner.execute({ ownerId: value }))
    return found?.cell ?? null
  }
})
