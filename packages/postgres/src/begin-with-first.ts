import type { ClientBase, Connection, QueryResult } from 'pg'
import { PgQuery, sendQuery } from './pg-query.ts'

/**
 * Lets a connection know BEGIN, so that {@link beginWithFirst} can execute it without naming it to Postgres again. To be
 * called once, before anything else uses the connection.
 */
export function prepareBegin(client: ClientBase): void {
  // A connection that is lost meanwhile fails its next statement, which tells whoever waits for it.
  sendQuery(client.query, (callback) => new ParseBegin({ text: begin, name: begin, callback })).catch(
    () => {},
  )
}

/**
 * Has the next statement of a connection begin a transaction: BEGIN and the statement go to Postgres in one batch, which
 * saves a round trip and what it costs to wake Postgres. After an error Postgres skips the rest of a batch, so the statement
 * is never executed outside of the transaction, not even when BEGIN is cancelled. Statements that are started before Postgres
 * has answered to BEGIN wait for that answer; if it is an error, they fail with it, as do all later ones.
 *
 * @returns `isAsked`: whether there was a statement; `hasBegun`: whether Postgres has answered to BEGIN; `callOff`: leaves
 * the next statement outside of a transaction
 */
export function beginWithFirst(client: ClientBase) {
  const query = client.query as unknown as Ask
  const waiting: { ask: () => void; fail: (error: Error) => void }[] = []
  let first: FirstStatement | undefined
  const use = (ask: Ask) => void Object.assign(client, { query: ask })

  const askLater: Ask = (...given) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask: () => void query(...given).then(resolve, reject), fail: reject })
    })
  const answered = (error?: Error): void => {
    use(error ? refuse(error) : query)
    for (const { ask, fail } of waiting.splice(0))
      if (error) fail(error)
      else ask()
  }
  use((statement, values) => {
    use(askLater)
    const config = typeof statement === 'string' ? { text: statement } : statement
    return sendQuery(query, (callback) => {
      first = new FirstStatement({ ...config, ...(values && { values }), callback }, answered)
      return first
    })
  })
  return {
    isAsked: () => first !== undefined,
    hasBegun: () => first?.hasBegun === true,
    callOff: () => use(query),
  }
}

type Ask = (statement: string | object, values?: unknown[]) => Promise<QueryResult>

const begin = 'begin'

const refuse =
  (reason: Error): Ask =>
  async () => {
    throw reason
  }

class ParseBegin extends PgQuery {
  override submit(connection: Connection): null {
    connection.parse({ name: begin, text: begin, types: [] }, false)
    connection.sync()
    return null
  }
}

/** No Sync stands between BEGIN and the statement: that is what makes them one batch. */
class FirstStatement extends PgQuery {
  hasBegun = false
  readonly #answered: (error?: Error) => void

  /** @param answered called once, when Postgres has answered to BEGIN */
  constructor(config: object, answered: (error?: Error) => void) {
    // A statement without values would go as a message of its own kind, which cannot be part of a batch.
    super({ ...config, queryMode: 'extended' })
    this.#answered = answered
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: begin }, true)
    connection.execute({}, true)
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.hasBegun) return super.handleCommandComplete(message, connection)
    this.hasBegun = true
    this.#answered()
  }

  override handleError(error: Error, connection: Connection): void {
    if (!this.hasBegun) this.#answered(error)
    super.handleError(error, connection)
  }
}
