import type { Db } from '@waypost/postgres'

/** What to take away at once. */
export interface Batch {
  /** Everything that ended before it is past. */
  before: Date
  /** Rows at most, those not counted that go with them. */
  limit: number
  /** Where the last batch ended; null for the first one. */
  after: string | null
}

export interface Purged {
  /** Those not counted that went with them. */
  rows: number
  /** Where the next batch begins, for a kind that goes by one order; null for one that looks from the start each time. */
  last: string | null
  isMore: boolean
}

/** Rows that grow without end unless those of the past are taken away. */
export interface RetentionKind {
  /** As metrics and logs call it, such as `audit_logs`. */
  name: string
  /** How long after its end a row is kept; undefined: for good. */
  keptMs: number | undefined
  /** What has to be done from time to time even where everything is kept. */
  prepare?: (db: Db) => Promise<void>
  /**
   * Takes away what is past and nothing else.
   *
   * @param tx one transaction for each batch: all that belongs to a row goes with it, or nothing
   */
  purge(tx: Db, batch: Batch): Promise<Purged>
  /** When the oldest row that there is was made; null where there is none. Cheap: it is asked at every scrape. */
  findOldest(db: Db): Promise<Date | null>
}
