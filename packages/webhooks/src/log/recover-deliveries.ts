import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { z } from 'zod'
import type { Channel } from '../channel.ts'
import type { Outbox } from '../publish-event.ts'
import { attemptTimeoutMs } from '../send-attempt.ts'
import { moment } from './delivery-query.ts'
import { requeueDeliveries } from './requeue-deliveries.ts'

/** Which deliveries to recover. */
export const recovery = z.strictObject({
  since: moment.describe('Those created then or later'),
  until: moment.optional().describe('Only those created before then'),
  event: z.string().optional().describe('Only those of this event'),
  dryRun: z.boolean().optional().describe('Only count them'),
})

/** Number of deliveries that will be redelivered. */
export const recoveryResult = z.object({
  recovered: z.number().int().describe('With `dryRun`, how many would be'),
  dryRun: z.literal(true).optional().describe('Where nothing was done'),
})

/** Deliveries that a webhook missed: those created from `since` until before `until`. */
export type Missed = Pick<z.output<typeof recovery>, 'since' | 'until' | 'event'>
export type Recovery = z.output<typeof recovery>

const batchSize = 1000
// An attempt that began longer ago has been settled, or never will be.
const settledAfterMs = 2 * attemptTimeoutMs

interface MissedRow extends Record<string, unknown> {
  id: string
  /** As text, which keeps all of Postgres's digits. */
  created_at: string
  is_under_way: boolean
}

/** How many deliveries {@link recoverDeliveries} would redeliver. */
export async function countMissed(
  db: Db,
  { service }: Pick<Channel, 'service'>,
  webhookId: string,
  missed: Missed,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count from ${sql.identifier(service)}.deliveries
    where ${isMissed(webhookId, missed)} and created_at >= ${missed.since}
  `)
  return rows[0]!.count
}

/**
 * Redelivers what a webhook missed: its failed and cancelled deliveries, oldest first. Each batch is its own transaction, and its deliveries are pending from then on. So an interrupted call can be
 * repeated, and concurrent calls share the work: nothing is sent twice.
 *
 * @param webhookId the service must check that it belongs to the caller and is active
 *
 * @returns the number of deliveries
 */
export async function recoverDeliveries(
  db: Db,
  outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'>,
  webhookId: string,
  missed: Missed,
): Promise<number> {
  let recovered = 0
  let after: { id: string; created_at: string | Date } | undefined = {
    id: '00000000-0000-0000-0000-000000000000',
    created_at: missed.since,
  }
  // Always forward: a delivery that is cancelled again meanwhile is not visited twice.
  while (after) {
    const batch = await recoverBatch(db, outbox, webhookId, missed, after)
    recovered += batch.length
    after = batch.length === batchSize ? batch.at(-1) : undefined
  }
  return recovered
}

function recoverBatch(
  db: Db,
  outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'>,
  webhookId: string,
  missed: Missed,
  after: { id: string; created_at: string | Date },
): Promise<MissedRow[]> {
  const schema = sql.identifier(outbox.channel.service)
  const now = outbox.clock.now()
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<MissedRow>(sql`
      select id, created_at, exists (
        select from ${schema}.delivery_attempts
        where delivery_id = delivery.id and duration_ms is null
          and started_at > ${new Date(now - settledAfterMs)}
      ) as is_under_way
      from ${schema}.deliveries delivery
      where ${isMissed(webhookId, missed)}
        and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)
      order by created_at, id limit ${batchSize}
      for no key update skip locked
    `)
    // An attempt in flight may still succeed, which ends the delivery: it is redelivered only after the outcome is
    // known.
    const idsWhere = (isUnderWay: boolean) =>
      rows.filter((row) => row.is_under_way === isUnderWay).map((row) => row.id)
    await requeueDeliveries(tx, outbox, webhookId, idsWhere(false), null)
    await requeueDeliveries(tx, outbox, webhookId, idsWhere(true), new Date(now + settledAfterMs))
    return rows
  })
}

const isMissed = (webhookId: string, { until, event }: Missed): SQL => sql`
  webhook_id = ${webhookId} and status in ('failed', 'cancelled')
  ${until ? sql`and created_at < ${until}` : sql``} ${event === undefined ? sql`` : sql`and event = ${event}`}`
