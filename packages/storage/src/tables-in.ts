import { sql, type SQL } from 'drizzle-orm'

/** The tables that a service's migrations create for its storage. */
export interface StorageTables {
  blobs: SQL
  /** Pieces of blobs that Postgres stores. */
  pieces: SQL
  /** Pieces of blobs that are on their way to an object store. */
  spooled: SQL
}

export function tablesIn(schema: string): StorageTables {
  const table = (name: string) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`
  return { blobs: table('blobs'), pieces: table('blob_pieces'), spooled: table('spooled_pieces') }
}
