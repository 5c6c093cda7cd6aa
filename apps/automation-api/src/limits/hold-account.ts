import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/**
 * Until the transaction ends, no other adds to what is counted for the account: requests in any number of replicas never
 * exceed a limit together. Call it before the transaction locks a row. Whoever holds a row then never waits for an
 * account, and no two transactions wait for each other.
 */
export async function holdAccount(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automation.limits/${ownerId}`}, 0))`)
}
