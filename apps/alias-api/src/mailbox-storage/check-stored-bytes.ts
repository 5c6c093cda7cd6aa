import { sql } from 'drizzle-orm'
import type { MailServices } from '../services.ts'

const checkedEvery = '7 days'

interface Checked extends Record<string, unknown> {
  owner_id: string
  type: string
  bytes_checked_at: string | null
  difference: string
}

/**
 * Compares the stored bytes of one owner, which triggers keep, with the owner's messages, and corrects them: each week, those
 * that have not been compared for longest first, and those of a new owner after the first week. Both are
 * read at one moment, so mail that comes or goes meanwhile neither waits nor is counted twice.
 *
 * @returns whether there was one to compare
 */
export async function checkStoredBytes({ db }: Pick<MailServices, 'db'>): Promise<boolean> {
  const { rows } = await db.execute<Checked>(sql`
    select owner_id, type, bytes_checked_at::text, (
      select coalesce(sum(message.size), 0) from alias.emails email
      join alias.messages message on message.id = email.message_id
      where email.owner_id = counted.owner_id and email.type = counted.type
    ) - bytes as difference
    from (
      select * from alias.email_counts
      where bytes_checked_at is null or bytes_checked_at < now() - ${checkedEvery}::interval
      order by bytes_checked_at nulls first limit 1
    ) counted
  `)
  const [found] = rows
  if (!found) return false
  const { owner_id: ownerId, type, bytes_checked_at: checkedAt, difference } = found
  // Another process that has compared the same at about the same time has corrected it already.
  await db.execute(sql`
    update alias.email_counts set bytes = bytes + ${difference}::bigint, bytes_checked_at = clock_timestamp()
    where owner_id = ${ownerId} and type = ${type} and bytes_checked_at is not distinct from ${checkedAt}::timestamptz
  `)
  return true
}
