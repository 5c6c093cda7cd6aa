import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Writable } from 'node:stream'
import { Pool, type ClientBase } from 'pg'
import { beginWithFirst, prepareBegin } from './begin-with-first.ts'
import { hostConfig } from './hosts/client-config.ts'
import { isConnectionUseless } from './is-unavailable.ts'

/** A pool or a transaction: every helper accepts both. */
export type Db = Omit<NodePgDatabase, '$client' | 'transaction'> & {
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>
}

export interface DatabaseOptions {
  url: string
  /**
   * The least-privilege role to act as. The login of `url` must be this role or a member of it. Whoever acts as a role is a
   * process, none of whose statements takes five minutes; commands of the operator have some that read all of a table.
   */
  role?: string
  applicationName: string
  maxConnections?: number
  /** Further settings of every session, as `name → value`. */
  settings?: Record<string, string>
}

// A machine that is gone resets no connections: without this, a query to it would hang for a quarter of an hour, and with it
// whatever makes one query at a time, such as the claims of a queue.
// Deleting what an account has stored over years takes a minute or two.
const answeredWithinMs = 300_000

/**
 * A connection costs as much as a hundred short statements, and what a process does from time to time comes every ten
 * seconds: after the usual ten, each time would have a connection of its own.
 */
export const whenIdle = { idleTimeoutMillis: 90_000 }

export interface Database {
  db: Db
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens a pool. Nothing connects before the first query. A connection that the server ends is replaced silently; only
 * the query or transaction that was using it fails.
 */
export function openDatabase(options: DatabaseOptions): Database {
  // Statements that are started together, with Promise.all, are sent together: independent statements of a
  // transaction cost one round trip.
  const pool = new Pool({
    ...connectionConfig(options),
    max: options.maxConnections ?? 10,
    pipeline: true,
    ...whenIdle,
  })
  pool.on('error', () => {})
  // A connection in use emits its errors itself as well, and an unhandled error event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    writeTogether(client)
    prepareBegin(client)
  })
  const db = Object.assign(drizzle(pool), {
    transaction: <Result>(work: Work<Result>) => transact(pool, work),
  })
  return { db, pool, close: () => pool.end() }
}

/** Sends statements that are started together in one write: each write wakes Postgres, and costs as much as a short statement. */
function writeTogether(client: ClientBase): void {
  const { stream } = (client as ClientBase & { connection: { stream: Writable } }).connection
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isWaiting = false
  const uncork = (): void => {
    isWaiting = false
    stream.uncork()
  }
  const queryTogether = (...given: unknown[]): unknown => {
    if (!isWaiting) {
      isWaiting = true
      stream.cork()
      process.nextTick(uncork)
    }
    return query(...given)
  }
  Object.assign(client, { query: queryTogether })
}

type Work<Result> = (tx: Db) => Promise<Result>

/**
 * Replaces Drizzle's own transaction. That one never releases the connection when BEGIN fails, as it does on every
 * connection that was lost while idle, and hides the cause when ROLLBACK fails too: after a restart of Postgres the
 * pool ran dry.
 */
async function transact<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  const client = await pool.connect()
  let isBroken = false
  const transaction = beginWithFirst(client)
  const own: OpenTransaction = { sent: [], afterCommit: [] }
  try {
    open.set(client, own)
    const result = await work(Object.assign(drizzle(client), { transaction: refuseNesting }))
    if (transaction.isAsked()) await commit(client, own.sent)
    for (const then of own.afterCommit) then()
    return result
  } catch (error) {
    // What failed after a statement that was sent ahead failed only because that one did.
    const reason = await allOf(own.sent).then(
      () => error,
      (cause: unknown) => cause,
    )
    if (isConnectionUseless(reason)) isBroken = true
    else if (transaction.hasBegun()) await client.query('rollback').catch(() => (isBroken = true))
    else isBroken = transaction.isAsked()
    throw reason
  } finally {
    transaction.callOff()
    open.delete(client)
    client.release(isBroken)
  }
}

async function commit(client: ClientBase, sent: Promise<unknown>[]): Promise<void> {
  const committing = client.query('commit')
  await allOf([...sent, committing])
  // What Postgres answers where a statement has failed, although the work went on.
  if ((await committing).command === 'ROLLBACK') throw new Error('a statement of the transaction had failed')
}

/** Waits for all of them; fails with the first that does, in their order. */
async function allOf(sent: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason
}

interface OpenTransaction {
  /** Statements whose answers its end waits for. */
  sent: Promise<unknown>[]
  afterCommit: (() => void)[]
}

/** The transaction that is open on a connection. */
const open = new WeakMap<object, OpenTransaction>()

const transactionOf = (tx: Db): OpenTransaction | undefined =>
  open.get((tx as Db & { $client: object }).$client)

/**
 * Calls `then` once `tx` is committed, and never if it is rolled back or the process dies: for hints, such as waking
 * another process. Outside of a transaction it is called at once.
 *
 * @param then must not throw
 */
export function afterCommit(tx: Db, then: () => void): void {
  const transaction = transactionOf(tx)
  if (transaction) transaction.afterCommit.push(then)
  else then()
}

/**
 * Sends a statement of which `tx` needs no answer before its end: the next statements follow it at once, and so does COMMIT, in one
 * write where it is the last. If it fails, the transaction fails with its error, and nothing is committed.
 *
 * @param send must have sent the statement when it returns, and throw if it cannot: COMMIT would go without it. Queries of Drizzle
 * are sent only when they are awaited, and are refused
 *
 * @returns the answer, for whoever needs it before the end
 */
export function sendAhead<Result>(tx: Db, send: () => Promise<Result>): Promise<Result> {
  const transaction = transactionOf(tx)
  if (!transaction) throw new Error('nothing can be sent ahead outside of a transaction')
  const answer = send()
  if (!(answer instanceof Promise))
    throw new Error('a query that is sent when it is awaited cannot be sent ahead')
  // It may fail while the transaction still waits for something else.
  answer.catch(() => {})
  transaction.sent.push(answer)
  return answer
}

function refuseNesting(): never {
  throw new Error('a transaction is already open: pass it on instead')
}

/** The settings with which `pg` and pg-boss connect as `role`. */
export function connectionConfig({ url, role, applicationName, settings }: DatabaseOptions) {
  // The role is a startup option, not a statement: no session can be used before it has its role.
  const flags = Object.entries({ ...(role && { role }), ...settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  // Options of the URL come last and win, but for the role: pg would take them instead of these.
  const { url: rest, options: further } = takeOptions(url)
  if (further) flags.push(further, ...(role ? [`-c role=${role}`] : []))
  return {
    ...hostConfig(rest),
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    ...(role && { query_timeout: answeredWithinMs }),
    ...(flags.length > 0 && { options: flags.join(' ') }),
  }
}

function takeOptions(url: string): { url: string; options: string | null } {
  // Postgres' URLs are not all URLs: that of a socket has a user and no host.
  const [base, query] = url.split('?', 2) as [string, string?]
  const parameters = new URLSearchParams(query)
  const options = parameters.get('options')
  if (options === null) return { url, options }
  parameters.delete('options')
  return { url: `${base}?${parameters.toString()}`, options }
}
