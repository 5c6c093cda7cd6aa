import { eq, sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import { accounts, apiKeys } from '../db/tables.ts'

const { id, ownerId, keyHash, scopes, isActive, expiresAt } = apiKeys
const { tokenEpoch, cell } = accounts
/** `account` is null where the database knows nothing of it. */
const columns = { id, ownerId, keyHash, scopes, isActive, expiresAt, account: { tokenEpoch, cell } }

/**
 * Finds a key's row by its hash. Concurrent requests share one read, which begins after the last of them arrived. No
 * earlier result is reused, so a key that was deactivated, deleted or changed is seen as such by the next request, in
 * every process.
 */
export const findApiKey = perDatabase((db) => {
  const statement = db
    .select(columns)
    .from(apiKeys)
    .leftJoin(accounts, eq(accounts.id, ownerId))
    .where(sql`${keyHash} = any (${sql.placeholder('hashes')})`)
    .prepare('find_api_keys')
  let batch: Map<string, Buffer> | undefined
  let lookup: Promise<Map<string, Awaited<ReturnType<typeof statement.execute>>[number]>>

  const readBatch = async () => {
    // By then, every request that arrived in this turn of the event loop has asked for its key.
    await new Promise(setImmediate)
    const hashes = [...batch!.values()]
    batch = undefined
    const rows = await statement.execute({ hashes })
    return new Map(rows.map((row) => [row.keyHash.toString('hex'), row]))
  }

  return async (hash: Buffer) => {
    const text = hash.toString('hex')
    if (batch) batch.set(text, hash)
    else {
      batch = new Map([[text, hash]])
      lookup = readBatch()
    }
    return (await lookup).get(text)
  }
})
