-- Secrets of an account, which steps of all its automations may use.
create table automation.secrets (
  owner_id     text not null,
  name         text not null,
  sealed_value text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (owner_id, name)
);

grant select (owner_id, name, created_at, updated_at), insert, update, delete on automation.secrets to waypost_automation_api;
-- Runs type them into pages.
grant select on automation.secrets to waypost_automation_runner;
