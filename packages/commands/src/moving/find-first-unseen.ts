import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

/**
 * Finds the first transaction whose writes a transaction may not see: the oldest in progress. What that has written already is not
 * seen either, and older than the copy once it commits. Transactions of other databases of the server, such as the one that is
 * copied into, write nothing here.
 */
export async function findFirstUnseen(source: Db): Promise<string> {
  const { rows } = await source.execute<{ id: string }>(sql`
    with seen as materialized (select pg_current_snapshot() as snapshot),
    elsewhere as materialized (
      select transactionid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted and datname <> current_database()
    )
    select coalesce(min(unseen.id::text::bigint), max(pg_snapshot_xmax(snapshot)::text::bigint))::text as id
    from seen left join lateral (
      select id from pg_snapshot_xip(snapshot) as listed (id)
      where not exists (select from elsewhere where transactionid = listed.id::xid)
    ) unseen on true
  `)
  return rows[0]!.id
}
