import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { listElsewhere } from './list-elsewhere.ts'

/**
 * Finds the first transaction whose writes a transaction may not see: the oldest in progress. What that has written already is not
 * seen either, and older than the copy once it commits. Transactions of other databases of the server, such as the one that is
 * copied into, write nothing here.
 *
 * @param earlier those of other databases before `source` began: they may have ended since, and are in progress in what it sees
 */
export async function findFirstUnseen(source: Db, earlier: string[]): Promise<string> {
  const elsewhere = sql.param([...earlier, ...(await listElsewhere(source))])
  const { rows } = await source.execute<{ id: string }>(sql`
    select coalesce(min(unseen.id::text::bigint), max(pg_snapshot_xmax(snapshot)::text::bigint))::text as id
    from pg_current_snapshot() as seen (snapshot) left join lateral (
      select id from pg_snapshot_xip(snapshot) as listed (id) where id::xid::text <> all(${elsewhere}::text[])
    ) unseen on true
  `)
  return rows[0]!.id
}
