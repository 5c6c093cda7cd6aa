import { sql } from 'drizzle-orm'
import { planLimits } from '../accounts/plans.ts'
import { isHere } from '../cells/is-here.ts'
import type { Services } from '../services.ts'

const batchSize = 1000
const maximums = JSON.stringify(
  Object.fromEntries(Object.entries(planLimits).map(([plan, { maxTtlSeconds }]) => [plan, maxTtlSeconds])),
)

/**
 * Extends the addresses whose renewal is due, from now for as long as before, at most for as long as the plan that their
 * account has now allows. Any number of processes may run this at the same time.
 *
 * @returns how many were extended
 */
export async function renewAddresses({
  db,
  clock,
  directory,
}: Pick<Services, 'db' | 'clock' | 'directory'>): Promise<number> {
  const now = new Date(clock.now())
  const { rowCount } = await db.execute(sql`
    with due as (
      select id, make_interval(secs => least(renew_seconds, (
          ${maximums}::json ->> coalesce((select plan from alias.accounts where id = substr(owner_id, 6)), 'free')
        )::integer)) as ttl
      from alias.addresses where renews_at <= ${now} and expired_at is null and ${isHere(directory, sql`owner_id`)}
      order by renews_at limit ${batchSize} for no key update skip locked
    )
    update alias.addresses address set expires_at = ${now}::timestamptz + ttl,
      renews_at = ${now}::timestamptz + ttl - least(ttl / 10, interval '1 day'),
      notice_at = ${now}::timestamptz + ttl - make_interval(secs => notice_seconds)
    from due where address.id = due.id
  `)
  return rowCount ?? 0
}
