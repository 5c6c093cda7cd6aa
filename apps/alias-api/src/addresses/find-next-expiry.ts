import { sql } from 'drizzle-orm'
import { isHere } from '../cells/is-here.ts'
import type { Services } from '../services.ts'

/** When the next address expires whose expiry is not published, in ms since 1970; Infinity where there is none. */
export async function findNextExpiry({ db, directory }: Pick<Services, 'db' | 'directory'>): Promise<number> {
  const { rows } = await db.execute<{ expires_at: string }>(sql`
    select expires_at from alias.addresses
    where expired_at is null and renews_at is null and ${isHere(directory, sql`owner_id`)}
    order by expires_at limit 1
  `)
  const [next] = rows
  return next ? new Date(next.expires_at).getTime() : Infinity
}
