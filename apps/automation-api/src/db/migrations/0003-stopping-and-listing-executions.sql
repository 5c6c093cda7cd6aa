-- Set while it runs; its runner sees it, and ends it.
alter table automation.executions add column stop_requested_at timestamptz;

-- allow blocking-index: from before the first release, when no replica ran.
create index executions_by_owner on automation.executions (owner_id, id desc);
-- allow blocking-index: from before the first release, when no replica ran.
create index executions_by_owner_and_status on automation.executions (owner_id, status, id desc);
