/**
 * What keeps a queue that many owners share fair: start-time fair queueing, with a job as the unit of cost.
 *
 * pg-boss claims jobs by priority, then by age, and has an index in that order. `fair_priorities` gives a new job the
 * priority of the job at the head of the queue, or one less than the last that its owner has waiting. So an owner's
 * first waiting job starts before any other owner's second, an owner who is alone has the queue to itself, and neither a
 * claim nor an enqueue reads more of a long queue than of a short one.
 *
 * Transactions of one owner that enqueue at the same moment do not see each other's jobs. The first of them holds a
 * lock, which nobody waits for; the others put their jobs some places further back, so that doing many things at once
 * gains an owner nothing.
 *
 * @param schema of pg-boss
 * @see https://doi.org/10.1145/248156.248171 Goyal, Vin and Cheng: Start-time Fair Queuing
 */
export function fairPriorities(schema: string): string {
  return `
    create or replace function ${schema}.fair_priorities(queue text, owners text[]) returns integer[]
    language plpgsql ${planOnce} as $$
    declare
      locked text[];
    begin
      select coalesce(array_agg(owner), '{}') into locked from (
        select distinct owner from unnest(owners) as given (owner)
      ) as each where pg_try_advisory_xact_lock(hashtextextended('${schema}/' || queue || '/' || owner, 0));
      -- A statement of its own, and so of a later snapshot than the lock.
      return (
        with head as (
          select coalesce((
            select priority from ${schema}.job
            where name = queue and state < 'active' and not blocked and start_after <= ${schema}.job_now()
            order by priority desc, created_on limit 1
          ), 0) as priority
        ), first as (
          select owner, least(head.priority, (
            select job.priority - 1 from ${schema}.job
            where name = queue and data ->> 'ownerId' = owner and state < 'active' order by job.priority limit 1
          )) - case when owner = any(locked) then 0 else floor(random() * ${spread})::integer end as priority
          from (select distinct owner from unnest(owners) as given (owner)) as each, head
        ), given as (
          select owner, position, row_number() over (partition by owner order by position) - 1 as place
          from unnest(owners) with ordinality as given (owner, position)
        )
        select array_agg((first.priority - place)::integer order by position) from given join first using (owner)
      );
    end
    $$;
  `
}

const spread = 16

// Without it, Postgres plans the statement for each call, since it knows how long these arrays are, which takes five times
// as long as the statement. A plan that is kept must not depend on how long the queue was when it was made.
const planOnce =
  'set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off'

/**
 * What adds jobs in one call of one statement, which each session plans once: pg-boss's own insert is planned anew each
 * time, which takes longer than the insert. `enqueue_fairly` adds jobs that are due, with the priorities of
 * {@link fairPriorities}; each has its `ownerId`. `enqueue_at` adds jobs for a later time, in no particular order.
 *
 * @param schema of pg-boss
 */
export function enqueueFunctions(schema: string): string {
  return `
    create or replace function ${schema}.enqueue_at(
      queue_name text, jobs jsonb, due_at timestamptz, priorities integer[] default null
    ) returns void language plpgsql as $$
    declare
      settings ${schema}.queue;
      at constant timestamptz := ${schema}.job_now();
    begin
      select * into strict settings from ${schema}.queue where name = queue_name;
      insert into ${schema}.job (name, data, priority, start_after, created_on, keep_until, expire_seconds,
        deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
      select queue_name, job, coalesce(priorities[place], 0), due_at, at,
        due_at + settings.retention_seconds * interval '1 second', settings.expire_seconds, settings.deletion_seconds,
        settings.retry_limit, settings.retry_delay, settings.retry_backoff, settings.retry_delay_max, settings.policy,
        settings.dead_letter, settings.heartbeat_seconds
      from jsonb_array_elements(jobs) with ordinality as given (job, place);
      if settings.notify and due_at <= at then
        perform pg_notify('pgboss_' || left(encode(sha224('${schema}'::bytea), 'hex'), 24), queue_name);
      end if;
    end
    $$;

    create or replace function ${schema}.enqueue_fairly(queue_name text, jobs jsonb) returns void
    language plpgsql as $$
    begin
      perform ${schema}.enqueue_at(queue_name, jobs, ${schema}.job_now(), ${schema}.fair_priorities(queue_name, (
        select array_agg(job ->> 'ownerId' order by place)
        from jsonb_array_elements(jobs) with ordinality as given (job, place)
      )));
    end
    $$;
  `
}

/** The index by which `fair_priorities` finds the last job that an owner has waiting in a queue. */
export const ownerIndex = {
  name: 'waiting_jobs_by_owner',
  on: `(name, (data ->> 'ownerId'), priority) where state < 'active'`,
}
