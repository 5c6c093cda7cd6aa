import type { Client } from 'pg'
import { withShortLocks, type LockWaiting } from '../with-short-locks.ts'
import { splitStatements } from './split-statements.ts'

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
  waiting?: LockWaiting,
): Promise<void> {
  const run = sql.startsWith(outsideTransaction) ? runOneByOne : runTogether
  await withShortLocks(client, () => run(client, sql, record), waiting)
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
