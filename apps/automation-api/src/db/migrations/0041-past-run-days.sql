-- allow backfill: only the trigger writes this table, other rows; nobody reads it before this version runs.
insert into automation.ended_runs (execution_id, owner_id, day, outcome, duration_class)
select id, owner_id, (completed_at at time zone 'UTC')::date,
  case when status = 'completed' then 'completed' when error = 'Stopped by user' then 'stopped' else 'failed' end,
  automation.duration_class(started_at, completed_at)
from automation.executions
where completed_at > now() - interval '90 days' and validation is null
on conflict (execution_id) do nothing;
