import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

// Any constant serves: whoever holds it is the one migrator of this database.
const migrationLock = 7_205_759_403
const tryEveryMs = 200

/**
 * Does something as the one migrator of a database: everybody else who wants to waits until it is done.
 *
 * @param url a session of the server's own: behind PgBouncer in transaction mode the lock would be nobody's
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'waypost-migrate' })
  await client.connect()
  try {
    // Asked again and again, because whoever waits inside of a statement keeps a snapshot, and an index that the holder
    // builds concurrently would wait for that.
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
