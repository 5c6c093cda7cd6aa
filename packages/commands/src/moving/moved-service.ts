import type { Db } from '@waypost/postgres'
import type { SQL } from 'drizzle-orm'

interface Reference {
  table: string
  column: string
}

/** What of a service belongs to its accounts, and so moves with them. */
export interface MovedService {
  /** Of its tables, such as `automation`. */
  schema: string
  /** The pg-boss schemas of its jobs, and that of its deliveries among them. */
  queueSchemas: string[]
  outboxSchema: string
  /** The values of `owner_id` in the rows of an account. */
  ownersOf(accountId: string): string[]
  /** Tables whose rows belong to those of another table, and have no foreign key or another owner that says so. */
  links: Record<string, { column: string; parent: string }>
  /** Tables whose rows belong to all who refer to them, by the tables that do, and the tables that hang on theirs. */
  shared: Record<string, { by: Reference[]; children: Reference[] }>
  /** The ids of waiting jobs that are done where they are: a query on `own`, the account's jobs. Absent: there are none. */
  staying?: SQL
  /** Tables whose rows are work in progress, which may have a job of another account. */
  passing: string[]
  /** Tables of a database itself, of which no account has rows. */
  ofDatabase: string[]
  /** Tables that are computed from others: what is computed in the old database after the copy is not missing in the new one. */
  derived: string[]
  /** Enters in the first database what leads to an account, which has its rows in `to` by then. Safe to repeat. */
  enter(tx: Db, to: Db, accountId: string): Promise<void>
  /** Removes that, where an account has come to the first database. */
  leave(tx: Db, accountId: string): Promise<void>
}
