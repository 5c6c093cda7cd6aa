import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

/**
 * Finds the first transaction whose writes a transaction may not see: the oldest in progress. What that has written already is not
 * seen either, and older than the copy once it commits.
 *
 * @param elsewhere transactions of other databases of the server, such as the one that is copied into, which write nothing here: those
 * that were in progress before `source` began, as they may have ended since. Later ones are newer than all that was written by then.
 */
export async function findFirstUnseen(source: Db, elsewhere: string[]): Promise<string> {
  const { rows } = await source.execute<{ id: string }>(sql`
    select coalesce(min(unseen.id::text::bigint), max(pg_snapshot_xmax(snapshot)::text::bigint))::text as id
    from pg_current_snapshot() as seen (snapshot) left join lateral (
      select id from pg_snapshot_xip(snapshot) as listed (id) where id::xid::text <> all(${sql.param(elsewhere)}::text[])
    ) unseen on true
  `)
  return rows[0]!.id
}
