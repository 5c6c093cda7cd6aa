import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { createClient } from '../hosts/client-config.ts'

// An arbitrary constant: the session that holds this lock is the database's only migrator.
const migrationLock = 7_205_759_403
const tryEveryMs = 200

/**
 * Runs work as the only migrator of a database; other migrators wait until it is done.
 *
 * @param url must not lead through PgBouncer in transaction mode, where no session would own the lock
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient({ url, application_name: 'waypost-migrate' })
  await client.connect()
  try {
    // Polls for the lock: a session that waits in a statement holds a snapshot, for which a concurrent index build of
    // the lock's holder would wait.
    while (!(await tryLock(client))) await setTimeout(tryEveryMs)
    return await work(client)
  } finally {
    // The lock ends with the session.
    await client.end()
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
    migrationLock,
  ])
  return rows[0]!.isMine
}
