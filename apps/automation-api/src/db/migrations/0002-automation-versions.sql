alter table automation.automations
  add column version         integer not null default 1,
  -- How many executions it ever had: counting them would be slow.
  add column execution_count integer not null default 0;

-- What an automation was, at each of its versions, the present one included.
create table automation.automation_versions (
  automation_id uuid not null references automation.automations on delete cascade,
  version       integer not null,
  name          text not null,
  description   text,
  actions       jsonb not null,
  cause         text not null,
  created_at    timestamptz not null,
  primary key (automation_id, version),
  constraint a_version_comes_of check (cause in ('created', 'updated', 'restored'))
);

insert into automation.automation_versions (automation_id, version, name, description, actions, cause, created_at)
select id, version, name, description, actions, 'created', updated_at from automation.automations;

-- allow backfill: from before the first release, when no replica ran.
update automation.automations automation
set execution_count = (select count(*) from automation.executions where automation_id = automation.id);

grant select, insert on automation.automation_versions to waypost_automation_api;
