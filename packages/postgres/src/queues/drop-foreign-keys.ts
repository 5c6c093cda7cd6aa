import type { Client } from 'pg'
import { withShortLocks } from '../with-short-locks.ts'

/**
 * Drops the foreign keys of jobs to their queues. Each job that is added has them checked when its transaction commits, and
 * locks the row of its queue, which all transactions that add jobs then share: a seventh of what it costs Postgres to publish
 * an event from 16 connections. A job of a queue that does not exist is refused by those who add it, and no queue is ever
 * deleted.
 */
export async function dropForeignKeys(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'f' and connamespace = $1::regnamespace and conname in ('q_fkey', 'dlq_fkey')`,
    [schema],
  )
  for (const { table, name } of rows)
    await withShortLocks(client, () =>
      client.query(`alter table ${table} drop constraint if exists ${client.escapeIdentifier(name)}`),
    )
}
