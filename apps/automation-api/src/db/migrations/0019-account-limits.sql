-- The limits that an operator has set for one account; null: the service's own (LIMIT_*).
create table automation.account_limits (
  owner_id            text primary key,
  active_runs         integer,
  waiting_runs        integer,
  run_minutes_per_day integer,
  automations         integer,
  versions_kept       integer,
  bytes_stored        bigint,
  pipelines           integer,
  pipeline_members    integer,
  webhooks            integer,
  waiting_jobs        integer,
  waiting_intents     integer,
  requests_per_minute integer,
  updated_at          timestamptz not null
);

grant select, insert, update, delete on automation.account_limits to waypost_automation_api;
-- A runner accepts runs, writes versions and generates automations.
grant select on automation.account_limits to waypost_automation_runner;
