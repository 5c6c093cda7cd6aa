import { setTimeout } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { splitStatements } from './split-statements.ts'

export interface LockWaiting {
  /** How long a statement waits for a lock. Everybody who comes after it waits behind it. */
  lockTimeoutMs: number
  /** The pause before the next try, in which the others make progress. */
  pauseMs: number
  tries: number
}

const patient: LockWaiting = { lockTimeoutMs: 2000, pauseMs: 3000, tries: 100 }
// A lock that was not given in time, and a deadlock, which Postgres ends before that.
const waitsForLocks = new Set(['55P03', '40P01'])

/** The first line of a file whose statements cannot run in a transaction, such as `create index concurrently`. */
export const outsideTransaction = '-- outside of a transaction'

/**
 * Runs one file of a migration and records it, normally in a transaction: it is applied and recorded, or neither.
 *
 * A table that old replicas use is never blocked for long: a statement that does not get its lock soon gives up, and
 * the file is retried from its beginning.
 *
 * @param record the statement, with its values, that records the file as applied
 */
export async function applyMigrationFile(
  client: Client,
  sql: string,
  record: { text: string; values: string[] },
  waiting: LockWaiting = patient,
): Promise<void> {
  const run = sql.startsWith(outsideTransaction) ? runOneByOne : runTogether
  await withShortLocks(client, () => run(client, sql, record), waiting)
}

/** Runs statements that give up a lock which they do not get soon, and then all of them from the first one again. */
export async function withShortLocks(
  client: Client,
  run: () => Promise<unknown>,
  waiting: LockWaiting = patient,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query(`set lock_timeout = ${waiting.lockTimeoutMs}`)
      await run()
      return
    } catch (error) {
      const isLocked = error instanceof DatabaseError && waitsForLocks.has(error.code ?? '')
      if (!isLocked || tried >= waiting.tries) throw error
    } finally {
      await client.query('reset lock_timeout')
    }
    await setTimeout(waiting.pauseMs)
  }
}

type Run = (client: Client, sql: string, record: { text: string; values: string[] }) => Promise<void>

const runTogether: Run = async (client, sql, record) => {
  await client.query('begin')
  try {
    // One by one: Citus sends a worker the whole query that a change of a distributed table came in.
    for (const { text } of splitStatements(sql)) await client.query(text)
    await client.query(record)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const runOneByOne: Run = async (client, sql, record) => {
  for (const { text } of splitStatements(sql)) await client.query(text)
  await client.query(record)
}
