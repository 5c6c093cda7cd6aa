create table automation.api_keys (
  id           uuid primary key,
  owner_id     text not null,
  name         text not null,
  -- The beginning of the key, by which its owner tells it from others.
  prefix       text not null,
  -- SHA-256 of the whole key; the key itself is nowhere.
  key_hash     bytea not null,
  scopes       text[] not null,
  is_active    boolean not null default true,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  constraint a_key_is_found_by_its_hash unique (key_hash)
);
create index api_keys_by_owner on automation.api_keys (owner_id, id);

create table automation.automations (
  id            uuid primary key,
  owner_id      text not null,
  name          text not null,
  description   text,
  actions       jsonb not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- The cooldown of the next execution counts from here.
  last_ended_at timestamptz
);
create index automations_by_owner on automation.automations (owner_id, id);

create table automation.executions (
  id             uuid primary key,
  owner_id       text not null,
  automation_id  uuid not null references automation.automations on delete cascade,
  status         text not null default 'pending',
  extracted_data jsonb not null default '{}',
  steps          jsonb not null default '[]',
  error          text,
  created_at     timestamptz not null,
  -- Not before this: the end of the cooldown.
  starts_at      timestamptz not null,
  started_at     timestamptz,
  completed_at   timestamptz,
  constraint an_execution_is_one_of check (status in ('pending', 'running', 'completed', 'failed')),
  constraint ended_means_completed_at check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create unique index one_active_execution_per_automation on automation.executions (automation_id)
  where status in ('pending', 'running');
create index executions_by_automation on automation.executions (automation_id, id desc);

grant select, insert, update, delete on automation.api_keys, automation.automations, automation.executions
  to waypost_automation_api;
-- The runner reads what to do and writes what came of it.
grant usage on schema automation to waypost_automation_runner;
grant select on automation.automations, automation.executions to waypost_automation_runner;
grant update (last_ended_at) on automation.automations to waypost_automation_runner;
grant update on automation.executions to waypost_automation_runner;
