import { PgBoss, type Queue } from 'pg-boss'
import type { Client, QueryResult } from 'pg'
import { dropForeignKeys } from './drop-foreign-keys.ts'
import { enqueueFunctions, ownerIndex } from './fair-order.ts'
import { createClient, hostConfig } from '../hosts/client-config.ts'

export interface QueueInstallation {
  /** The pg-boss schema; created if it does not exist. */
  schema: string
  queues: Queue[]
  /** Roles that may add jobs, and nothing else. */
  producers: string[]
  /** Roles that claim, finish and maintain jobs. */
  consumers: string[]
}

/**
 * Installs or upgrades a pg-boss schema, creates its queues, and grants each role only what it needs. A view
 * `backlog` shows how many jobs are due in each queue. Safe to repeat: an upgrade of pg-boss adds tables, which need
 * their grants too.
 *
 * @param url a login that owns the schema, or may create it
 * @param isDistributed whether Citus distributes its jobs, or will
 */
export async function installQueues(
  url: string,
  { schema, queues, producers, consumers }: QueueInstallation,
  isDistributed = false,
): Promise<void> {
  // An upgrade cannot change columns that a view reads.
  await runSql(url, `drop view if exists ${schema}.backlog`)
  const boss = new PgBoss({ ...hostConfig(url), schema, supervise: false, schedule: false, max: 1 })
  boss.on('error', () => {})
  await boss.start()
  const jobTables = [`${schema}.job`]
  const ownTables: Record<string, string> = {}
  try {
    for (const queue of queues) {
      const known = await boss.getQueue(queue.name)
      if (!known) await boss.createQueue(queue.name, queue)
      else {
        const { name, partition: _, policy: __, deadLetter: ___, ...options } = queue
        await boss.updateQueue(name, options)
      }
      const table = `${schema}.${(await boss.getQueue(queue.name))!.table}`
      jobTables.push(table)
      if (queue.partition) ownTables[queue.name] = table
    }
  } finally {
    await boss.stop({ graceful: false })
  }

  await withClient(url, (client) => dropForeignKeys(client, schema))
  await createIndexes(url, schema, jobTables.slice(1))
  await runSql(url, enqueueFunctions(schema, ownTables, isDistributed) + withoutCounts(schema))
  await runSql(url, grants(schema, jobTables, producers, consumers) + backlog(schema, consumers))
}

const runSql = (url: string, sql: string): Promise<QueryResult<Record<string, unknown>>> =>
  withClient(url, (client) => client.query(sql))

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = createClient({ url, application_name: 'waypost-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every few seconds consumers look for jobs of processes that died: without it, among all that wait. */
const activeIndex = { name: 'active_jobs', on: `(name) where state = 'active'` }

/** Builds the indexes without a lock that writers wait for. An interrupted build leaves an invalid index, which is replaced. */
async function createIndexes(url: string, schema: string, jobTables: string[]): Promise<void> {
  for (const table of new Set(jobTables)) {
    for (const { name, on } of [ownerIndex, activeIndex]) {
      const index = `${table.replace(`${schema}.`, '')}_${name}`
      const { rows } = await runSql(
        url,
        `select indisvalid from pg_index where indexrelid = to_regclass('${schema}.${index}')`,
      )
      if (rows[0]?.['indisvalid'] === true) continue
      await runSql(url, `drop index concurrently if exists ${schema}.${index}`)
      await runSql(url, `create index concurrently ${index} on ${table} ${on}`)
    }
  }
}

/**
 * Has pg-boss put off counting the jobs of each state, which nothing here reads, for good. It counts by reading all of a
 * table, whenever it looks for jobs of processes that died, in a statement that Citus refuses.
 */
const withoutCounts = (schema: string): string =>
  `update ${schema}.version set monitor_backoff_on = 'infinity';`

/**
 * The due jobs, for autoscaling and monitoring: counts and ages only, without the jobs' data. `starved_seconds` is how
 * long an owner of whom no job is in progress has waited, of all such owners the longest.
 */
function backlog(schema: string, consumers: string[]): string {
  return `
    create view ${schema}.backlog as
      with due as (
        select name, data ->> 'ownerId' as owner, count(*) as count, min(start_after) as oldest
        from ${schema}.job where state < 'active' and start_after <= now() group by name, owner
      ), starved as (
        select name, min(oldest) as oldest from due where not exists (
          select from ${schema}.job active
          where active.state = 'active' and active.name = due.name and active.data ->> 'ownerId' = due.owner
        ) group by name
      )
      select name as queue, sum(due.count)::bigint as due,
        extract(epoch from now() - min(due.oldest))::float8 as oldest_seconds,
        coalesce(extract(epoch from now() - min(starved.oldest)), 0)::float8 as starved_seconds
      from due left join starved using (name) group by name;
    grant usage on schema ${schema} to waypost_monitor;
    grant select on ${schema}.backlog to waypost_monitor, ${consumers.join(', ')};
  `
}

function grants(schema: string, jobTables: string[], producers: string[], consumers: string[]): string {
  const everyone = [...producers, ...consumers].join(', ')
  return `
    grant usage on schema ${schema} to ${everyone};
    grant execute on all functions in schema ${schema} to ${everyone};
    grant select on ${schema}.queue, ${schema}.version to ${everyone};
    grant select, insert on ${jobTables.join(', ')} to ${everyone};
    grant select, insert, update, delete on all tables in schema ${schema} to ${consumers.join(', ')};
  `
}
