-- How the runs of an account ended, by day (UTC) and by how long they took, so that no one reads the runs to count them.
-- Deleting runs does not take them away here. Validations are no runs.
create table automation.run_days (
  owner_id       text not null,
  day            date not null,
  outcome        text not null,
  -- A run of so many milliseconds is in the class ⌊4 · log₂ ms⌋: each is a fifth longer than the one before.
  duration_class smallint not null,
  total          integer not null,
  primary key (owner_id, day, outcome, duration_class),
  constraint a_run_ends_as_one_of check (outcome in ('completed', 'failed', 'stopped'))
) with (fillfactor = 50);
create index run_days_by_age on automation.run_days (day);

-- Runs that have ended since those were added up. Rows of their own, so that no two ends of an account wait for each other.
create table automation.ended_runs (
  execution_id   uuid primary key,
  owner_id       text not null,
  day            date not null,
  outcome        text not null,
  duration_class smallint not null
);
create index ended_runs_by_owner on automation.ended_runs (owner_id);

-- One that was stopped before it started took no time.
create function automation.duration_class(started_at timestamptz, completed_at timestamptz) returns smallint
language sql immutable set search_path = '' as $$
  select floor(4 * ln(greatest(1, coalesce(extract(epoch from completed_at - started_at) * 1000, 0))::float8) / ln(2::float8))
$$;

create function automation.record_ended_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into automation.ended_runs (execution_id, owner_id, day, outcome, duration_class)
    values (new.id, new.owner_id, (new.completed_at at time zone 'UTC')::date,
      case when new.status = 'completed' then 'completed' when new.error = 'Stopped by user' then 'stopped' else 'failed' end,
      automation.duration_class(new.started_at, new.completed_at));
  return null;
end
$$;
create trigger ended_runs_are_recorded after update of status on automation.executions
  for each row when (old.completed_at is null and new.completed_at is not null and new.validation is null)
  execute function automation.record_ended_run();

grant select, insert, update, delete on automation.run_days to waypost_automation_api;
grant select, delete on automation.ended_runs to waypost_automation_api;
