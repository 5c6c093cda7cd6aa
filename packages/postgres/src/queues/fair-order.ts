import { earliestFirstSql } from './earliest-first.ts'
import { isDueSql } from './is-due.ts'

/**
 * What adds jobs in one call of one statement, which each session plans once: pg-boss's own insert is planned anew each
 * time, which takes longer than the insert.
 *
 * `enqueue_fairly` adds jobs that are due, each with its `ownerId`, and keeps a queue that many owners share fair:
 * start-time fair queueing, with a job as the unit of cost. pg-boss claims jobs by priority, then by age, and has an index
 * in that order. A new job gets the priority of the job at the head of the queue, or one less than the last that its owner
 * has waiting. So an owner's first waiting job starts before any other owner's second, an owner who is alone has the queue
 * to itself, and neither a claim nor an enqueue reads more of a long queue than of a short one.
 *
 * Transactions of one owner that enqueue at the same moment do not see each other's jobs. The first of them holds a lock,
 * which nobody waits for; the others put their jobs some places further back, so that doing many things at once gains an
 * owner nothing.
 *
 * `enqueue_at` adds jobs for a later time to a queue of such jobs, the earliest first.
 *
 * To start a statement costs Postgres more than to run one of this size, so there are as few as can be, and few tables in
 * them: the lock is taken by an expression, which is not a statement, and before the statement that reads the queue, whose
 * snapshot is then later. Most calls are of one job. That takes one statement, of the queue's own table where it has one.
 *
 * @param schema of pg-boss
 * @param tables queue → the table of its own
 * @param isDistributed whether its jobs are distributed by Citus, which plans no INSERT of rows that it selects by parameters
 * before it has their values
 * @see https://doi.org/10.1145/248156.248171 Goyal, Vin and Cheng: Start-time Fair Queuing
 */
export function enqueueFunctions(
  schema: string,
  tables: Record<string, string>,
  isDistributed: boolean,
): string {
  const insert = (job: { data: string; priority: string; dueAt: string }, table = `${schema}.job`) => `
    insert into ${table} (name, data, priority, start_after, created_on, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select queue_name, ${job.data}, ${job.priority}, ${job.dueAt}, at,
      ${job.dueAt} + settings.retention_seconds * interval '1 second', settings.expire_seconds,
      settings.deletion_seconds, settings.retry_limit, settings.retry_delay, settings.retry_backoff,
      settings.retry_delay_max, settings.policy, settings.dead_letter, settings.heartbeat_seconds`
  const place = (owner: string, table = `${schema}.job`) => `least((
        select coalesce((
          select priority from ${table}
          where name = queue_name and state < 'active' and not blocked and ${isDueSql('at')}
          order by priority desc, created_on limit 1
        ), 0)
      ), (
        select waiting.priority - 1 from ${table} waiting
        where name = queue_name and data ->> 'ownerId' = ${owner} and state < 'active' order by waiting.priority limit 1
      ))`
  const setback = (owner: string) => `case when pg_try_advisory_xact_lock(hashtextextended(
          '${schema}/' || queue_name || '/' || ${owner}, 0)) then 0 else further_back end`
  const separate = Object.entries(tables)
  const insertOnly = (table?: string) => `
          with settings as materialized (select * from ${schema}.queue where name = queue_name),
          added as (
            ${insert({ data: 'only_job', priority: `${place('only_owner', table)} - setback`, dueAt: 'at' }, table)}
            from settings
          )
          select notify into strict is_announced from settings;`
  const enqueueOnly = `
      declare
        only_job constant jsonb := jobs -> 0;
        only_owner constant text := only_job ->> 'ownerId';
        setback constant integer := ${setback('only_owner')};
      begin
        ${separate.map(([queue, table]) => `if queue_name = '${queue}' then ${insertOnly(table)} else`).join(' ')}
        ${insertOnly()}
        ${'end if; '.repeat(separate.length)}
      end;`
  const enqueueMany = `
      declare
        settings ${schema}.queue;
        setbacks integer[] := '{}';
      begin
        for place in 0 .. jsonb_array_length(jobs) - 1 loop
          setbacks := setbacks || ${setback(`(jobs -> place ->> 'ownerId')`)};
        end loop;
        select * into strict settings from ${schema}.queue where name = queue_name;
        ${insert({ data: 'job', priority: `${place('owner')} - nth - setbacks[place]`, dueAt: 'at' })}
        from (
          select job, place, job ->> 'ownerId' as owner,
            row_number() over (partition by job ->> 'ownerId' order by place)::integer - 1 as nth
          from jsonb_array_elements(jobs) with ordinality as given (job, place)
        ) as given
        -- As they will be claimed, so that a claim reads neighbours: the numbers above come owner by owner.
        order by nth, place;
        is_announced := settings.notify;
      end;`
  return `
    -- Earlier versions had these. Beside the first, a call with three arguments would be ambiguous.
    drop function if exists ${schema}.enqueue_at(text, jsonb, timestamptz, integer[]);
    drop function if exists ${schema}.fair_priorities(text, text[]);

    create or replace function ${schema}.enqueue_fairly(queue_name text, jobs jsonb) returns void
    language plpgsql ${isDistributed ? '' : planOnce} as $$
    declare
      at constant timestamptz := ${schema}.job_now();
      further_back constant integer := floor(random() * ${spread});
      is_announced boolean;
    begin
      ${isDistributed ? '' : `if jsonb_array_length(jobs) = 1 then ${enqueueOnly} else`}
      ${enqueueMany}
      ${isDistributed ? '' : 'end if;'}
      if is_announced then
        perform pg_notify('pgboss_' || left(encode(sha224('${schema}'::bytea), 'hex'), 24), queue_name);
      end if;
    end
    $$;

    create or replace function ${schema}.enqueue_at(queue_name text, jobs jsonb, due_at timestamptz) returns void
    language plpgsql as $$
    declare
      settings ${schema}.queue;
      at constant timestamptz := ${schema}.job_now();
    begin
      select * into strict settings from ${schema}.queue where name = queue_name;
      ${insert({ data: 'job', priority: earliestFirstSql('due_at'), dueAt: 'due_at' })}
      from jsonb_array_elements(jobs) as given (job);
    end
    $$;
  `
}

// Without it, Postgres plans the statement for each call, since it knows how long the array is, which takes five times as
// long as the statement. A plan that is kept must not depend on how long the queue was when it was made: to the planner, any
// index will do for a queue of three jobs, and the plan then reads all of one of 20,000. So it may neither scan nor sort: that
// leaves for each lookup the one index that has its order.
const planOnce = `set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off`

const spread = 16

/** The index by which `enqueue_fairly` finds the last job that an owner has waiting in a queue. */
export const ownerIndex = {
  name: 'waiting_jobs_by_owner',
  on: `(name, (data ->> 'ownerId'), priority) where state < 'active'`,
}
