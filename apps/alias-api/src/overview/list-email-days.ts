import { sql } from 'drizzle-orm'
import { firstIdAt, type Db } from '@waypost/postgres'
import { dayOf } from '../sending/sending-day.ts'
import type { Overview } from './overview.ts'

const dayMs = 86_400_000
const examined = 500

interface Row extends Record<string, unknown> {
  type: 'received' | 'sent'
  date: string
  total: number
}

/** How many emails an owner received and sent in the last days; deleted ones count as long as they are kept. */
export async function listEmailDays(
  db: Db,
  ownerId: string,
  { days, now }: { days: number; now: number },
): Promise<Pick<Overview, 'days' | 'emails'>> {
  const dates = Array.from({ length: days }, (_, index) => dayOf(now - (days - 1 - index) * dayMs))
  const first = firstIdAt(new Date(dates[0]!))
  const [{ rows }, failed] = await Promise.all([
    db.execute<Row>(selectEmailDays(ownerId, first)),
    db.execute<{ failed: number }>(selectFailed(ownerId, first)),
  ])
  const byDate = new Map(dates.map((date) => [date, { date, received: 0, sent: 0 }]))
  const sums = { received: 0, sent: 0 }
  for (const { type, date, total } of rows) {
    const day = byDate.get(date)
    if (!day) continue
    day[type] += total
    sums[type] += total
  }
  return { days: [...byDate.values()], emails: { ...sums, failed: failed.rows[0]!.failed } }
}

/** Ids are in the order of time and carry it: counts by an index, and nothing from before these days. */
export const selectEmailDays = (ownerId: string, firstId: string) => sql`
  select type, (uuid_extract_timestamp(id) at time zone 'UTC')::date::text as date, count(*)::integer as total
  from alias.emails
  where owner_id = ${ownerId} and type in ('received', 'sent') and is_deleted in (true, false) and id >= ${firstId}
  group by 1, 2`

export const selectFailed = (ownerId: string, firstId: string) => sql`
  select count(*) filter (where status in ('bounced', 'failed') and id >= ${firstId})::integer as failed from (
    select id, status from alias.emails
    where owner_id = ${ownerId} and type = 'sent' and not is_deleted order by id desc limit ${examined}
  ) latest`
