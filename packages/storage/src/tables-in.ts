import { sql, type SQL } from 'drizzle-orm'

/** What a service's migrations make for a storage. */
export interface StorageTables {
  blobs: SQL
  /** Of blobs that Postgres keeps. */
  pieces: SQL
  /** Of blobs that are on their way into an object store. */
  spooled: SQL
}

export function tablesIn(schema: string): StorageTables {
  const table = (name: string) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`
  return { blobs: table('blobs'), pieces: table('blob_pieces'), spooled: table('spooled_pieces') }
}
