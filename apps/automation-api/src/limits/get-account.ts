import { sql } from 'drizzle-orm'
import { findPosts } from '@waypost/webhooks'
import { findTimeZone } from '../accounts/find-time-zone.ts'
import type { ApiServices } from '../services.ts'
import type { Account } from './account.ts'
import { countBytes } from './count-bytes.ts'
import { limitOf } from './limit-of.ts'
import { limitNames, type LimitName } from './limits.ts'
import { resets } from './resets.ts'
import { usage } from './usage.ts'

/** How much an account uses of each of its limits. */
export async function getAccount(
  { db, clock, limits, postsPerMinute }: Pick<ApiServices, 'db' | 'clock' | 'limits' | 'postsPerMinute'>,
  ownerId: string,
): Promise<Account> {
  await countBytes(db, ownerId)
  const now = clock.now()
  const each = limitNames.map(
    (name) => sql`
      select ${name} as name, (${usage[name](ownerId, now)})::float8 as used,
        ${limitOf(limits, name, ownerId)}::float8 as "limit", (${resets[name]?.(ownerId, now) ?? sql`null`})::timestamptz as "resetsAt"`,
  )
  const { rows } = await db.execute<{ name: LimitName; used: number; limit: number; resetsAt: Date | null }>(
    sql.join(each, sql` union all `),
  )
  const shown = rows.map(({ name, used, limit, resetsAt }) => [
    name,
    { used, limit, resetsAt: resetsAt === null ? null : new Date(resetsAt).toISOString() },
  ])
  const [timeZone, posts] = await Promise.all([
    findTimeZone(db, ownerId),
    findPosts(db, { schema: 'automation', ownerIds: [ownerId], now }),
  ])
  const own = Object.fromEntries(shown) as Omit<Account['limits'], 'webhookPostsPerMinute'>
  return {
    id: ownerId,
    timeZone,
    limits: { ...own, webhookPostsPerMinute: { ...posts, limit: postsPerMinute } },
  }
}
