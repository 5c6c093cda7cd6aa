import { Query, type Connection, type QueryResult } from 'pg'

export type Callback = (error: Error | undefined, result: QueryResult) => void

/** What pg's queries are; `@types/pg` leaves out how they are sent and answered. */
export interface PgQuery {
  submit(connection: Connection): Error | null
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleCopyInResponse(connection: Connection): void
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

// Connections that send statements together take no queries but those of this class and those derived from it.
export const PgQuery = Query as unknown as new (config: object) => PgQuery

/** Has a connection execute a query, and waits for its result. */
export const sendQuery = (query: unknown, make: (callback: Callback) => PgQuery): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    const made = make((error, result) => (error ? reject(error) : resolve(result)))
    ;(query as (made: PgQuery) => void)(made)
  })
