-- Runs that wait for a person, whose owners the issuer of the JWTs has yet to mail. While it does, the notice is claimed.
create table automation.waiting_notices (
  id            uuid primary key,
  execution_id  uuid not null references automation.executions (id) on delete cascade,
  owner_id      text not null,
  created_at    timestamptz not null,
  claimed_until timestamptz,
  told_at       timestamptz
);
create index waiting_notices_by_execution on automation.waiting_notices (execution_id);
create index waiting_notices_by_owner on automation.waiting_notices (owner_id, created_at);
create index waiting_notices_to_tell on automation.waiting_notices (created_at) where told_at is null;

grant select, insert on automation.waiting_notices to waypost_automation_runner;
grant select, update on automation.waiting_notices to waypost_automation_api;
