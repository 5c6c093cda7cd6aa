import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import type { Channel } from './channel.ts'
import type { RecordedAttempt } from './recorded-attempt.ts'

/**
 * Whether these attempts were recorded together by a transaction whose answer was lost: all of them are, or none. Also false where
 * all of their deliveries have been deleted since.
 */
export async function areRecorded(
  db: Db,
  { service }: Pick<Channel, 'service'>,
  attempts: Pick<RecordedAttempt, 'deliveryId' | 'number'>[],
): Promise<boolean> {
  const [ids, numbers] = [attempts.map(({ deliveryId }) => deliveryId), attempts.map(({ number }) => number)]
  const { rows } = await db.execute(sql`
    select from unnest(${sql.param(ids)}::uuid[], ${sql.param(numbers)}::integer[]) as made (delivery_id, number)
    cross join lateral (
      -- Locked, to wait for that transaction where it has not ended yet.
      select duration_ms from ${sql.identifier(service)}.delivery_attempts attempt
      where attempt.delivery_id = made.delivery_id and attempt.number = made.number limit 1 for share
    ) attempt
    where duration_ms is not null limit 1
  `)
  return rows.length > 0
}
