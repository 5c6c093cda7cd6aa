-- What the issuer of the JWTs, which knows addresses, has yet to mail to owners. While it does, a notice is claimed. Told
-- ones stay for some days, so that nobody is told the same again and again.
create table automation.notices (
  id            uuid primary key,
  owner_id      text not null,
  kind          text not null,
  -- What it is about: an automation's id, or the name of a limit.
  subject       text not null,
  automation_id uuid references automation.automations (id) on delete cascade,
  data          jsonb not null,
  created_at    timestamptz not null,
  claimed_until timestamptz,
  told_at       timestamptz
);
create index notices_by_owner on automation.notices (owner_id, kind, created_at);
create index notices_by_automation on automation.notices (automation_id) where automation_id is not null;
create index notices_to_tell on automation.notices (created_at) where told_at is null;

grant select, insert on automation.notices to waypost_automation_runner;
grant select, insert, update, delete on automation.notices to waypost_automation_api;

-- Since when the runs of an automation fail, where its owner was told so; null once a run completes.
alter table automation.automations add column told_failing_since timestamptz;
grant update (told_failing_since) on automation.automations to waypost_automation_runner;

-- A run that a schedule started is told of as the schedule's.
grant select (started_type, started_id, ended_at) on automation.schedule_runs to waypost_automation_runner;
