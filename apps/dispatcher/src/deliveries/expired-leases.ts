import { sql, type SQL } from 'drizzle-orm'
import { enqueueDeliveries } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'

// Longer than any attempt can take.
const seconds = 20

/** Whether a lease has expired: the dispatcher that has it is dead. */
export const isExpired = (outboxSchema: string): SQL =>
  sql`leased_at < ${sql.identifier(outboxSchema)}.job_now() - make_interval(secs => ${seconds})`

/**
 * Gives deliveries jobs again that dead dispatchers had claimed: those whose attempt has no outcome, and those of which no attempt
 * was to be made, where they were not given up.
 */
export async function recoverExpiredLeases({ channel, db, boss }: OpenChannel): Promise<void> {
  const schema = sql.identifier(channel.service)
  await db.transaction(async (tx) => {
    // One that is being settled at this moment is left to the next look.
    const { rows } = await tx.execute<{ id: string; ownerId: string; round: number }>(sql`
      with expired as materialized (
        select * from ${schema}.delivery_leases where ${isExpired(channel.outboxSchema)} for update skip locked
      ), ended as (
        delete from ${schema}.delivery_leases where id in (select id from expired)
      ), leased as materialized (
        select leased.*, is_rest_given_up from expired, unnest(delivery_ids, rounds, numbers) as leased (id, round, number)
      )
      select delivery.id, delivery.owner_id as "ownerId", delivery.round from leased, lateral (
        select id, owner_id, round from ${schema}.deliveries
        where id = leased.id and round = leased.round and ended_at is null and not is_parked limit 1
      ) delivery
      where case leased.number when 0 then not is_rest_given_up else exists (
        select from ${schema}.delivery_attempts attempt
        where attempt.delivery_id = leased.id and attempt.number = leased.number and duration_ms is null
      ) end
    `)
    await enqueueDeliveries(tx, { channel, boss }, rows, null)
  })
}
