import { sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import { apiKeys } from '../db/tables.ts'

const { id, ownerId, keyHash, scopes, isActive, expiresAt } = apiKeys
const columns = { id, ownerId, keyHash, scopes, isActive, expiresAt }

/**
 * The row of a key, by its hash. Requests that came in together are looked up together, by one read that begins after
 * the last of them came: none is ever answered from before, so a key that was deactivated, deleted or changed counts
 * as such for the very next request, in every process.
 */
export const findApiKey = perDatabase((db) => {
  const statement = db
    .select(columns)
    .from(apiKeys)
    .where(sql`${keyHash} = any (${sql.placeholder('hashes')})`)
    .prepare('find_api_keys')
  let batch: Map<string, Buffer> | undefined
  let lookup: Promise<Map<string, Awaited<ReturnType<typeof statement.execute>>[number]>>

  const readBatch = async () => {
    // By then everything that the sockets brought in this turn of the event loop has been asked for.
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
