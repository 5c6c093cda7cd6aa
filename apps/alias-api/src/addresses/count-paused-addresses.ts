import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

/** How many addresses of an owner are paused and have not expired. */
export async function countPausedAddresses(db: Db, ownerId: string, now: number): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) as count from alias.addresses
    where owner_id = ${ownerId} and not is_active and expired_at is null and expires_at > ${new Date(now)}
  `)
  return Number(rows[0]!.count)
}
