create table automation.pipelines (
  id                  uuid primary key,
  owner_id            text not null,
  name                text not null,
  -- In the order in which they run. No foreign key: an automation can be deleted, and a trigger says that it is gone.
  automation_ids      uuid[] not null,
  continue_on_failure boolean not null,
  chain_session       boolean not null,
  version             integer not null default 1,
  -- How many runs it ever had: counting them would be slow.
  run_count           integer not null default 0,
  created_at          timestamptz not null,
  updated_at          timestamptz not null
);
create index pipelines_by_owner on automation.pipelines (owner_id, id);

create table automation.pipeline_runs (
  id                  uuid primary key,
  owner_id            text not null,
  pipeline_id         uuid not null references automation.pipelines on delete cascade,
  status              text not null default 'active',
  -- As the pipeline was when the run was accepted: a change is for the next one.
  continue_on_failure boolean not null,
  chain_session       boolean not null,
  -- What the trigger gave; the values are gone when the run has ended.
  input_session_id    uuid,
  save_session        boolean not null,
  sealed_variables    text,
  job_id              uuid,
  error               text,
  created_at          timestamptz not null,
  -- From then on no further member begins.
  stop_requested_at   timestamptz,
  completed_at        timestamptz,
  constraint a_pipeline_run_is_one_of check (status in ('active', 'completed', 'failed', 'partial_failed')),
  constraint an_ended_run_has_completed_at check ((status = 'active') = (completed_at is null))
);
create unique index one_active_run_per_pipeline on automation.pipeline_runs (pipeline_id) where status = 'active';
create index pipeline_runs_by_pipeline on automation.pipeline_runs (pipeline_id, id desc);
create index pipeline_runs_by_owner on automation.pipeline_runs (owner_id, id desc);

-- What a run does, one after the other. It outlives the automations and their executions.
create table automation.pipeline_run_members (
  pipeline_run_id uuid not null references automation.pipeline_runs on delete cascade,
  position        integer not null,
  automation_id   uuid not null,
  status          text not null default 'waiting',
  -- Its turn has come, and its automation was busy.
  due_at          timestamptz,
  execution_id    uuid,
  session_id      uuid,
  extracted_data  jsonb not null default '{}',
  error           text,
  started_at      timestamptz,
  completed_at    timestamptz,
  primary key (pipeline_run_id, position),
  constraint a_member_is_one_of check (status in ('waiting', 'active', 'completed', 'failed', 'skipped')),
  constraint an_active_member_has_an_execution check (status <> 'active' or execution_id is not null)
);
create unique index one_active_member_per_pipeline_run on automation.pipeline_run_members (pipeline_run_id)
  where status = 'active';
-- Who is next where an automation becomes free.
create index members_that_are_due on automation.pipeline_run_members (automation_id, due_at)
  where status = 'waiting' and due_at is not null;

-- allow blocking-constraint: from before the first release, when no replica ran.
alter table automation.executions
  add column pipeline_run_id uuid references automation.pipeline_runs on delete set null;
-- allow blocking-index: from before the first release, when no replica ran.
create index executions_by_pipeline_run on automation.executions (pipeline_run_id) where pipeline_run_id is not null;

grant select, insert, update, delete on automation.pipelines to waypost_automation_api;
grant select, insert, update on automation.pipeline_runs, automation.pipeline_run_members to waypost_automation_api;

-- The runner ends a member's execution and accepts the next one's. It neither makes nor changes a pipeline.
grant select (id, name) on automation.pipelines to waypost_automation_runner;
grant select on automation.pipeline_runs, automation.pipeline_run_members to waypost_automation_runner;
grant update (status, sealed_variables, error, completed_at) on automation.pipeline_runs
  to waypost_automation_runner;
grant update (status, due_at, execution_id, session_id, extracted_data, error, started_at, completed_at)
  on automation.pipeline_run_members to waypost_automation_runner;
grant insert on automation.executions to waypost_automation_runner;
grant update (execution_count) on automation.automations to waypost_automation_runner;
