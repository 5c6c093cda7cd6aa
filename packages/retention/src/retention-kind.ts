import type { Db } from '@waypost/postgres'

/** The next batch to delete. */
export interface Batch {
  /** Rows that ended before this time are expired. */
  before: Date
  /** The maximum number of rows, not counting rows that are deleted with them. */
  limit: number
  /** Where the last batch ended; null for the first one. */
  after: string | null
}

export interface Purged {
  /** The number of deleted rows, not counting rows that were deleted with them. */
  rows: number
  /** Where the next batch starts, for a kind with one order; null for a kind that starts over each time. */
  last: string | null
  isMore: boolean
}

/** A kind of rows that grows without end unless expired ones are deleted. */
export interface RetentionKind {
  /** The name in metrics and logs, such as `audit_logs`. */
  name: string
  /** How long a row is kept after its end; undefined: for good. */
  keptMs: number | undefined
  /** Periodic work that is needed even where everything is kept. */
  prepare?: (db: Db) => Promise<void>
  /**
   * Deletes expired rows and nothing else.
   *
   * @param tx one transaction for each batch: a row is deleted with everything that belongs to it, or not at all
   */
  purge(tx: Db, batch: Batch): Promise<Purged>
  /** When the oldest existing row was created; null where there is none. Cheap, since every scrape calls it. */
  findOldest(db: Db): Promise<Date | null>
}
