import { Query, type ClientBase, type Connection, type QueryResult } from 'pg'

/**
 * Lets a connection know BEGIN, so that {@link beginWithFirst} can execute it without naming it to Postgres again. To be
 * called once, before anything else uses the connection.
 */
export function prepareBegin(client: ClientBase): void {
  // A connection that is lost meanwhile fails its next statement, which tells whoever waits for it.
  send(client, (callback) => new ParseBegin({ text: begin, name: begin, callback })).catch(() => {})
}

/**
 * Has the next statement of a connection begin a transaction: BEGIN and the statement go to Postgres in one batch, which
 * saves a round trip and what it costs to wake Postgres. After an error Postgres skips the rest of a batch, so the statement
 * is never executed outside of the transaction, not even when BEGIN is cancelled.
 *
 * @returns `isAsked`: whether there was a statement; `hasBegun`: whether Postgres has answered to BEGIN; `callOff`: leaves
 * the next statement outside of a transaction
 */
export function beginWithFirst(client: ClientBase) {
  const { query } = client
  let first: FirstStatement | undefined
  const callOff = () => void Object.assign(client, { query })
  const queryFirst = (statement: string | object, values?: unknown[]): Promise<QueryResult> => {
    callOff()
    const config = typeof statement === 'string' ? { text: statement } : statement
    return send(client, (callback) => {
      first = new FirstStatement({ ...config, ...(values && { values }), callback })
      return first
    })
  }
  Object.assign(client, { query: queryFirst })
  return { isAsked: () => first !== undefined, hasBegun: () => first?.hasBegun === true, callOff }
}

const begin = 'begin'

type Callback = (error: Error | undefined, result: QueryResult) => void

const send = (client: ClientBase, make: (callback: Callback) => PgQuery): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    const query = make((error, result) => (error ? reject(error) : resolve(result)))
    client.query(query as unknown as Query)
  })

/** What pg's queries are; `@types/pg` leaves out how they answer. */
interface PgQuery {
  submit(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}

const PgQuery = Query as unknown as new (config: object) => PgQuery

class ParseBegin extends PgQuery {
  override submit(connection: Connection): void {
    connection.parse({ name: begin, text: begin, types: [] }, false)
    connection.sync()
  }
}

/** No Sync stands between BEGIN and the statement: that is what makes them one batch. */
class FirstStatement extends PgQuery {
  hasBegun = false

  constructor(config: object) {
    // A statement without values would go as a message of its own kind, which cannot be part of a batch.
    super({ ...config, queryMode: 'extended' })
  }

  override submit(connection: Connection): void {
    connection.bind({ statement: begin }, true)
    connection.execute({}, true)
    return super.submit(connection)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.hasBegun) super.handleCommandComplete(message, connection)
    else this.hasBegun = true
  }
}
