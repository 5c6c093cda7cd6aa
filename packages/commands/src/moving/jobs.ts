import type { Db } from '@waypost/postgres'
import { deliveryQueue } from '@waypost/webhooks'
import { sql, type SQL } from 'drizzle-orm'
import { listOwnedTables } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'
import { tableOf } from './row-expressions.ts'

type Jobs = Pick<MovedService, 'schema' | 'queueSchemas' | 'ownersOf'>

/**
 * Names the jobs of an account that wait or are in progress `own`: by the owner that they name, or by their delivery. Each of
 * these queries reads one table, because Citus joins none of a service with one of its queues.
 */
function withOwnJobs({ schema, ownersOf }: Jobs, jobs: SQL, accountId: string): SQL {
  const owners = sql.param(ownersOf(accountId))
  return sql`
    possible as materialized (
      select id, name, state, data from ${jobs}
      where state <= 'active' and (data ->> 'ownerId' = any(${owners}::text[]) or data ->> 'ownerId' is null)
    ), owned as materialized (
      select id from ${sql.identifier(schema)}.deliveries where owner_id = any(${owners}::text[])
        and id in (select (data ->> 'deliveryId')::uuid from possible where data ->> 'ownerId' is null)
    ), own as materialized (
      select id, name, state, data from possible
      where data ->> 'ownerId' is not null or (data ->> 'deliveryId')::uuid in (select id from owned)
    )
  `
}

/**
 * Takes the waiting jobs of an account out of the queues, where nobody claims them any more. A delivery that has no job, since
 * its receiver has as many requests in flight as it may, gets one for later.
 *
 * @returns how many are in progress, or are to be done where they are
 */
export async function takeJobs(from: Db, service: MovedService, accountId: string): Promise<number> {
  const moved = sql`${sql.identifier(service.schema)}.moved_jobs`
  const owners = sql.param(service.ownersOf(accountId))
  await from.execute(sql`
    with unparked as (
      update ${sql.identifier(service.schema)}.deliveries set is_parked = false
      where owner_id = any(${owners}::text[]) and is_parked and status = 'pending' returning id, owner_id, round
    )
    insert into ${moved} (id, owner_id, queue_schema, queue, priority, data, start_after)
    select gen_random_uuid(), owner_id, ${service.outboxSchema}, ${deliveryQueue.name}, 0,
      jsonb_build_object('deliveryId', id, 'round', round, 'ownerId', owner_id), now()
    from unparked
  `)
  const staying = service.staying ?? sql`select id from own where false`
  let active = await countPassing(from, service, accountId)
  for (const schema of service.queueSchemas) {
    const jobs = sql`${sql.identifier(schema)}.job`
    const ownJobs = withOwnJobs(service, jobs, accountId)
    await from.execute(sql`
      with ${ownJobs}, staying as materialized (${staying}), taken as (
        delete from ${jobs} job
        where id in (select id from own where state < 'active' and id not in (select id from staying)) and state < 'active'
        returning job.id, job.name, job.priority, job.data, job.start_after
      )
      insert into ${moved} (id, owner_id, queue_schema, queue, priority, data, start_after)
      select id, ${service.ownersOf(accountId)[0]}, ${schema}, name, priority, data, start_after from taken
      on conflict (id) do nothing
    `)
    // In one snapshot, since a claim takes a delivery from its queue to a lease, and a settlement may take it back.
    active += await from.transaction(async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`)
      const { rows } = await tx.execute<{ count: number }>(
        sql`with ${ownJobs} select count(*)::integer as count from own`,
      )
      const isOutbox = schema === service.outboxSchema
      return rows[0]!.count + (isOutbox ? await countLeases(tx, service, accountId) : 0)
    })
  }
  return active
}

/** Deliveries that a dispatcher has claimed have no jobs. */
async function countLeases(from: Db, { schema, ownersOf }: MovedService, accountId: string): Promise<number> {
  const owners = sql.param(ownersOf(accountId))
  const { rows } = await from.execute(sql`
    select from ${sql.identifier(schema)}.delivery_leases where owner_ids && ${owners}::text[]`)
  return rows.length
}

async function countPassing(from: Db, service: MovedService, accountId: string): Promise<number> {
  if (service.passing.length === 0) return 0
  const tables = await listOwnedTables(from, service, accountId)
  let count = 0
  for (const table of tables.filter(({ name }) => service.passing.includes(name))) {
    const { rows } = await from.execute(
      sql`select from ${tableOf(service.schema, table)} where ${table.isOwn} limit 1`,
    )
    count += rows.length
  }
  return count
}

/** Puts the jobs of an account into the queues of the database that it has come to. */
export async function giveJobs(to: Db, service: Jobs, accountId: string): Promise<void> {
  const moved = sql`${sql.identifier(service.schema)}.moved_jobs`
  const owners = sql.param(service.ownersOf(accountId))
  for (const schema of service.queueSchemas) {
    const within = sql.identifier(schema)
    // Those that are due take turns with what waits there.
    await to.execute(sql`
      select ${within}.enqueue_fairly(queue, jsonb_agg(data - 'isCounted' order by start_after)) from ${moved}
      where owner_id = any(${owners}::text[]) and queue_schema = ${schema}
        and start_after <= now() and data ->> 'ownerId' is not null
      group by queue
    `)
    // Those of a later time keep it, and the order that it gives them.
    await to.execute(sql`
      insert into ${within}.job (name, data, priority, start_after, created_on, keep_until, expire_seconds, deletion_seconds,
        retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
      select queue, data, priority, start_after, now(), start_after + settings.retention_seconds * interval '1 second',
        settings.expire_seconds, settings.deletion_seconds, settings.retry_limit, settings.retry_delay,
        settings.retry_backoff, settings.retry_delay_max, settings.policy, settings.dead_letter, settings.heartbeat_seconds
      from ${moved} moved join ${within}.queue settings on settings.name = moved.queue
      where owner_id = any(${owners}::text[]) and queue_schema = ${schema}
        and (start_after > now() or data ->> 'ownerId' is null)
    `)
  }
  await to.execute(sql`delete from ${moved} where owner_id = any(${owners}::text[])`)
}
