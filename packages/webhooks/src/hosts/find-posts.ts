import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { postSlotMs, postSlots } from './posts-per-minute.ts'

const windowMs = postSlots * postSlotMs

/**
 * How many POSTs the host has got to which most were sent from the owners' webhooks in the last minute, and when that is zero
 * again if no more are sent. A dispatcher says so every five seconds.
 *
 * @param now of the service's clock, in milliseconds
 */
export async function findPosts(
  db: Db,
  { schema, ownerIds, now }: { schema: string; ownerIds: string[]; now: number },
): Promise<{ used: number; resetsAt: string | null }> {
  const { rows } = await db.execute<{ used: number; last: string }>(sql`
    select sum(posts)::float8 as used, max(slot_at) as last from ${sql.identifier(schema)}.host_posts
    where owner_id = any(${sql.param(ownerIds)}) and slot_at > ${new Date(now - windowMs)}
    group by owner_id, host order by used desc limit 1`)
  const [most] = rows
  if (!most) return { used: 0, resetsAt: null }
  return { used: most.used, resetsAt: new Date(new Date(most.last).getTime() + windowMs).toISOString() }
}
