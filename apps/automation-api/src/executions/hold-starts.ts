import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

const lock = (ownerId: SQL) =>
  sql`pg_advisory_xact_lock(hashtextextended('automation.starts/' || ${ownerId}, 0))`

/**
 * Until the transaction ends, no other starts a run of the owner: runners never start more together than the owner may
 * have active.
 */
export async function holdStarts(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`select ${lock(sql`${ownerId}::text`)}`)
}

/** The same for the owner of an execution; undefined where it was deleted. */
export async function holdStartsOf(tx: Db, executionId: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ ownerId: string }>(sql`
    select owner_id as "ownerId", ${lock(sql`owner_id`)} from automation.executions where id = ${executionId}
  `)
  return rows[0]?.ownerId
}
