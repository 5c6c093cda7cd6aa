-- Set while it runs; its runner sees it, and ends it.
alter table automation.executions add column stop_requested_at timestamptz;

create index executions_by_owner on automation.executions (owner_id, id desc);
create index executions_by_owner_and_status on automation.executions (owner_id, status, id desc);
