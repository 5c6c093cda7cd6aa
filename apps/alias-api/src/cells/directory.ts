import type { Db } from '@waypost/postgres'

/** Leads from the first database of the service to its cells. Where there are none, there is no directory. */
export interface Directory {
  /** Whether this database is a cell: it has only accounts that were opened in it. */
  isCell: boolean
  /** The first database, which has the directory; in that itself, the transaction. */
  first(tx: Db): Promise<Db>
  /** The database that has an account; undefined while it is away. */
  findDatabase(accountId: string): Promise<Db | undefined>
  /** Is told what could not be entered or removed, and need not be. */
  warn(error: unknown): void
}
