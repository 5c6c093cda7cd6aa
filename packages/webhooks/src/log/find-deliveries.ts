import { and, asc, desc, eq, gt, inArray, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookTables } from '../tables.ts'
import { toLoggedDelivery, type LoggedDelivery } from './logged-delivery.ts'

export const shownAttempts = 20

/** What reading an owner's log takes. */
export interface LogServices {
  db: Db
  outbox: { channel: Pick<Channel, 'service' | 'notFound' | 'headers'> }
}

/** The deliveries with these ids that exist, newest first, each with its 20 newest attempts. */
export async function findDeliveries(
  db: Db,
  channel: Pick<Channel, 'service' | 'headers'>,
  ids: string[],
): Promise<LoggedDelivery[]> {
  if (ids.length === 0) return []
  const { deliveries, deliveryAttempts } = webhookTables(channel.service)
  const rows = await db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.id, ids))
    .orderBy(desc(deliveries.id))
  const last = alias(deliveryAttempts, 'last')
  const lastNumber = db
    .select({ number: max(last.number) })
    .from(last)
    .where(eq(last.deliveryId, deliveryAttempts.deliveryId))
  const attempts = await db
    .select()
    .from(deliveryAttempts)
    .where(
      and(
        inArray(deliveryAttempts.deliveryId, ids),
        gt(deliveryAttempts.number, sql`(${lastNumber}) - ${shownAttempts}`),
      ),
    )
    .orderBy(asc(deliveryAttempts.number))
  const attemptsOf = Map.groupBy(attempts, (attempt) => attempt.deliveryId)
  return rows.map((row) => toLoggedDelivery(channel, row, attemptsOf.get(row.id) ?? []))
}
