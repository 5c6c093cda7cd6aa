import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** The Postgres channel on which received emails are announced, by their owner. */
export const arrivalsChannel = 'alias_arrivals'

/**
 * Wakes requests that wait for emails of these owners.
 *
 * Called once the emails are committed: transactions that notify commit one after the other, which would hold up the
 * listing of mail. Waiting requests poll as well, so a notification that fails is not missed.
 */
export async function announceArrivals(db: Db, ownerIds: string[]): Promise<void> {
  if (ownerIds.length === 0) return
  const owners = sql`unnest(${sql.param(ownerIds)}::text[]) as owner`
  await db.execute(sql`select pg_notify(${arrivalsChannel}, owner) from ${owners}`).catch(() => {})
}
