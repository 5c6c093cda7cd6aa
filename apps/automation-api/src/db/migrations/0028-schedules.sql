-- What starts runs by the clock. `next_at` is the time that comes next, `due_at` that time with its jitter: null once no
-- time is left, and while the schedule is paused.
create table automation.schedules (
  id               uuid primary key,
  owner_id         text not null,
  name             text not null,
  target_type      text not null check (target_type in ('automation', 'pipeline', 'intent')),
  target_id        uuid not null,
  -- Of an intent: its request, which outlives it.
  intent_text      text,
  cron             text,
  every            text,
  rrule            text,
  timezone         text not null,
  sealed_variables text,
  start_at         timestamptz,
  end_at           timestamptz,
  jitter           integer not null,
  overlap          text not null check (overlap in ('skip', 'queue')),
  catch_up         boolean not null,
  is_active        boolean not null,
  -- Paused by a recovery of the account, until its owner keeps the schedule.
  held_at          timestamptz,
  key_id           uuid,
  ip               text not null,
  next_at          timestamptz,
  due_at           timestamptz,
  last_run_at      timestamptz,
  last_status      text check (last_status in ('running', 'completed', 'failed', 'skipped')),
  last_error       text,
  last_job_id      uuid,
  -- Since when each run failed or could not start; null where the last one that ended completed.
  failing_since    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  check (num_nonnulls(cron, every, rrule) = 1),
  check ((next_at is null) = (due_at is null)),
  check (is_active or due_at is null),
  check ((target_type = 'intent') = (intent_text is not null))
);
create index schedules_by_owner on automation.schedules (owner_id, id);
create index schedules_that_are_due on automation.schedules (due_at) where due_at is not null;
create index schedules_that_fail on automation.schedules (id) where failing_since is not null;

-- Each time of a schedule, once: the index refuses to start it a second time.
create table automation.schedule_runs (
  id           uuid primary key,
  owner_id     text not null,
  schedule_id  uuid not null references automation.schedules (id) on delete cascade,
  scheduled_at timestamptz not null,
  status       text not null check (status in ('running', 'completed', 'failed', 'skipped')),
  error        text,
  -- What was started; null where nothing was.
  started_type text check (started_type in ('execution', 'pipeline_run', 'job')),
  started_id   uuid,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  check ((started_type is null) = (started_id is null)),
  check ((status = 'running') = (ended_at is null))
);
create unique index each_time_of_a_schedule_once on automation.schedule_runs (schedule_id, scheduled_at);
create index schedule_runs_without_an_end on automation.schedule_runs (id) where ended_at is null;

-- Which state of a schedule its owner was last told of, in an e-mail that the issuer of the JWTs sends. While the issuer
-- sends one, the notice is claimed.
create table automation.schedule_notices (
  schedule_id   uuid primary key references automation.schedules (id) on delete cascade,
  is_failing    boolean not null,
  told_at       timestamptz,
  notice_id     uuid not null,
  claimed_until timestamptz
);
create unique index schedule_notices_by_notice on automation.schedule_notices (notice_id);
create index schedule_notices_of_failures on automation.schedule_notices (schedule_id) where is_failing;

grant select, insert, update, delete on
  automation.schedules, automation.schedule_runs, automation.schedule_notices to waypost_automation_api;

alter table automation.account_limits add column schedules integer;
