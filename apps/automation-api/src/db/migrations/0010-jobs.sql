create table automation.jobs (
  id               uuid primary key,
  owner_id         text not null,
  -- The place in its target's line: given while the target is held, so that the first in is the first out.
  number           bigint generated always as identity,
  type             text not null,
  -- Null while an intent looks for it.
  target_id        uuid,
  status           text not null default 'pending',
  -- Gets its events.
  webhook_url      text,
  input_session_id uuid,
  save_session     boolean not null default false,
  -- The values that it was given; gone when its turn has come.
  sealed_variables text,
  -- Its turn has come: one of the two is its run.
  begun_at         timestamptz,
  execution_id     uuid,
  pipeline_run_id  uuid,
  session_id       uuid,
  result           jsonb,
  error            text,
  created_at       timestamptz not null,
  completed_at     timestamptz,
  constraint a_job_runs_one_of check (type in ('automation', 'pipeline')),
  constraint a_job_is_one_of check (status in ('pending', 'completed', 'failed')),
  constraint an_ended_job_has_completed_at check ((status = 'pending') = (completed_at is null))
);
create index next_job_in_line on automation.jobs (target_id, number) where status = 'pending' and begun_at is null;
create index jobs_by_owner on automation.jobs (owner_id, id);

alter table automation.executions add column job_id uuid;

grant select, insert, update on automation.jobs to waypost_automation_api;
-- Whoever ends a run ends its job, and begins the next in line.
grant select on automation.jobs to waypost_automation_runner;
grant update (status, sealed_variables, begun_at, execution_id, pipeline_run_id, session_id, result, error, completed_at)
  on automation.jobs to waypost_automation_runner;
grant select on automation.pipelines to waypost_automation_runner;
grant update (run_count) on automation.pipelines to waypost_automation_runner;
grant insert on automation.pipeline_runs, automation.pipeline_run_members to waypost_automation_runner;
