import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { QueueUse } from '@waypost/work-queues'

const mostOfWebhook = 1000

/**
 * The owners who have most parked deliveries, which wait for their receivers and are in no queue, as `listTopOwners` lists those
 * who have most in a queue. Up to a thousand of each webhook are counted.
 *
 * @param service the service's Postgres schema
 */
export async function listParkedOwners(db: Db, service: string, count: number): Promise<QueueUse[]> {
  const deliveries = sql`${sql.identifier(service)}.deliveries`
  // Jumps from webhook to webhook in the index of parked deliveries, because one may have a hundred thousand.
  const { rows } = await db.execute<{ [Key in keyof QueueUse]: QueueUse[Key] }>(sql`
    with recursive webhook as (
      (select webhook_id as id from ${deliveries} where is_parked order by webhook_id limit 1)
      union all
      select (select webhook_id from ${deliveries} where is_parked and webhook_id > webhook.id order by webhook_id limit 1)
      from webhook where id is not null
    ), parked as (
      select oldest.*, counted.waiting
      from webhook, lateral (
        select owner_id, next_attempt_at from ${deliveries} where webhook_id = webhook.id and is_parked order by id limit 1
      ) oldest, lateral (
        select count(*) as waiting from (
          select from ${deliveries} where webhook_id = webhook.id and is_parked order by id limit ${mostOfWebhook}
        ) each
      ) counted
    )
    select 'parked' as queue, owner_id as "ownerId", sum(waiting)::integer as waiting, 0 as active,
      greatest(0, extract(epoch from now() - min(next_attempt_at)))::float8 as "oldestSeconds"
    from parked group by owner_id order by waiting desc, owner_id limit ${count}
  `)
  return rows
}
