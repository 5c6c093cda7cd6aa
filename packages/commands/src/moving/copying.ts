import type { Db } from '@waypost/postgres'

/** A copy in progress, of one state of a database. */
export interface Copying {
  schema: string
  /** The database, for the contents that rows name. */
  from: Db
  source: Db
  target: Db
  /** The ids of what the rows name in an object store. */
  objects: Set<string>
  /** The ids of contents that the other database did not have. */
  added: Set<string>
}
