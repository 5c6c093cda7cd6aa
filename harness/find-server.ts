import { sql } from 'drizzle-orm'
import { openDatabase } from '@waypost/postgres'
import { parentOf } from './cpu-of.ts'

/** A Postgres that runs already, as `startEmbeddedPostgres` returns one that it starts; closing a bed does not stop it. */
export async function findServer(url: string) {
  const pid = await findPostmaster(url)
  return { url, pid, ended: new Promise<void>(() => {}), stop: async () => {} }
}

/**
 * The process of a Postgres whose children serve its connections.
 *
 * @throws if it does not run on this machine
 */
export async function findPostmaster(url: string): Promise<number> {
  const { db, close } = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
  try {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const postmaster = await parentOf(rows[0]!.pid)
    if (postmaster === undefined)
      throw new Error(`the Postgres at ${new URL(url).host} does not run on this machine`)
    return postmaster
  } finally {
    await close()
  }
}
