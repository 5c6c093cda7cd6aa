import { sql } from 'drizzle-orm'
import type { ApiServices } from '../services.ts'
import { notice, type Notice } from './notice.ts'

const batchSize = 100
const claimedMs = 2 * 60_000
/** Older ones are no news. */
const longestMs = 24 * 60 * 60_000
const minuteMs = 60_000

/**
 * Claims notices of the kinds that the issuer knows, and records that it does so. What is not confirmed is claimed again later.
 */
export async function claimNotices(
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  kinds: string[],
): Promise<Notice[]> {
  const now = clock.now()
  const at = new Date(now)
  // Once a minute is enough, and one row that is written all the time would bloat.
  await db.execute(sql`
    insert into alias.notice_claims as claim (claimed_at) values (${at})
    on conflict (is_only) do update set claimed_at = excluded.claimed_at
    where claim.claimed_at < ${new Date(now - minuteMs)}
  `)
  const { rows } = await db.execute<Record<string, unknown> & { data: object }>(sql`
    update alias.notices set claimed_until = ${new Date(now + claimedMs)}
    where id in (
      select id from alias.notices
      where told_at is null and created_at > ${new Date(now - longestMs)}
        and kind = any(${sql.param(kinds)}::text[])
        and (claimed_until is null or claimed_until <= ${at})
      order by created_at limit ${batchSize} for update skip locked
    )
    returning id, account_id as "ownerId", kind, data
  `)
  return rows.map(({ data, ...row }) => notice.parse({ ...row, ...data }))
}
