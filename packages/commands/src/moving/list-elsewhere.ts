import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

/** Lists the transactions in progress in other databases of the server, by the 32 bits of their ids that locks have. */
export async function listElsewhere(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select transactionid::text as id from pg_locks join pg_stat_activity using (pid)
    where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted and datname <> current_database()
  `)
  return rows.map(({ id }) => id)
}
