import { splitCredential, type Credential } from '@waypost/http'
import { perDatabase } from '@waypost/postgres'
import { eq, sql } from 'drizzle-orm'
import { accounts, keysInCells } from '../db/tables.ts'

/** Asks the first database for the cells that have the accounts of credentials, in their order; null: that database itself. */
export const askDirectory = perDatabase((db) => {
  const byOwner = db
    .select({ asked: accounts.id, cell: accounts.cell })
    .from(accounts)
    .where(sql`${accounts.id} = any(${sql.placeholder('ownerIds')})`)
    .prepare('find_cells_by_owner')
  const byKey = db
    .select({ asked: sql<string>`encode(${keysInCells.keyHash}, 'hex')`.as('asked'), cell: accounts.cell })
    .from(keysInCells)
    .innerJoin(accounts, eq(accounts.id, keysInCells.ownerId))
    .where(sql`${keysInCells.keyHash} = any(${sql.placeholder('hashes')})`)
    .prepare('find_cells_by_key')
  return async (credentials: Credential[]): Promise<(string | null)[]> => {
    const asked = credentials.map(splitCredential)
    const hashes = asked.flatMap(({ kind, value }) => (kind === 'key' ? [Buffer.from(value, 'hex')] : []))
    const ownerIds = asked.flatMap(({ kind, value }) => (kind === 'key' ? [] : [value]))
    const [ofKeys, ofOwners] = await Promise.all([
      hashes.length > 0 ? byKey.execute({ hashes }) : [],
      ownerIds.length > 0 ? byOwner.execute({ ownerIds }) : [],
    ])
    const [keys, owners] = [ofKeys, ofOwners].map((rows) => new Map(rows.map((row) => [row.asked, row.cell])))
    return asked.map(({ kind, value }) => (kind === 'key' ? keys : owners)!.get(value) ?? null)
  }
})
