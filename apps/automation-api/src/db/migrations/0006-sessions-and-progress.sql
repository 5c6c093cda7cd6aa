-- allow blocking-constraint: from before the first release, when no replica ran.
alter table automation.automations
  -- Name → { default, secret }; the default of a secret one is sealed.
  add column variables   jsonb not null default '{}',
  add column screenshots text not null default 'key',
  -- What the file that it was imported from said of all its steps.
  add column recording   jsonb,
  add constraint pictures_are_taken_of check (screenshots in ('key', 'all', 'none'));

-- allow blocking-constraint: from before the first release, when no replica ran.
alter table automation.automation_versions
  add column variables   jsonb not null default '{}',
  add column screenshots text not null default 'key',
  add column recording   jsonb,
  drop constraint a_version_comes_of,
  add constraint a_version_comes_of check (cause in ('created', 'updated', 'restored', 'healed'));

-- What a run left in its browser, for a later one to start with.
create table automation.sessions (
  id            uuid primary key,
  owner_id      text not null,
  automation_id uuid references automation.automations on delete set null,
  execution_id  uuid not null,
  -- Cookies and storage of every origin.
  sealed_state  text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null
);
create index sessions_by_owner on automation.sessions (owner_id, id desc);
create index sessions_by_expiry on automation.sessions (expires_at);

alter table automation.executions
  add column input_session_id uuid,
  add column session_id       uuid,
  add column save_session     boolean not null default false,
  -- What the trigger gave, gone when the run has ended.
  add column sealed_variables text,
  add column self_heal_events jsonb not null default '[]',
  -- The runner's sign of life.
  add column alive_at         timestamptz;
-- allow blocking-index: from before the first release, when no replica ran.
create index running_executions_by_sign_of_life on automation.executions (alive_at) where status = 'running';

create table automation.step_screenshots (
  execution_id uuid not null references automation.executions on delete cascade,
  step_index   integer not null,
  image        bytea not null,
  primary key (execution_id, step_index)
);
-- A JPEG does not get smaller.
alter table automation.step_screenshots alter column image set storage external;

-- How the page stood when a step failed.
create table automation.execution_failures (
  execution_id       uuid primary key references automation.executions on delete cascade,
  url                text not null,
  title              text not null,
  accessibility_tree text not null,
  console_errors     jsonb not null
);

-- What an action's element looked like when it was last found, by which it is found again.
create table automation.learned_elements (
  automation_id uuid not null references automation.automations on delete cascade,
  action_name   text not null,
  -- Of the action when this was learned: with others it may mean another element.
  selectors     jsonb not null,
  -- Its fingerprint, and selectors of other kinds that found it.
  recorded      jsonb not null,
  -- A doubtful heal: what it found, and the good runs in a row with it.
  tentative     jsonb,
  primary key (automation_id, action_name)
);

-- The API tells that a session is there, not what is in it.
grant select (id, owner_id, automation_id, execution_id, created_at, expires_at), delete on automation.sessions
  to waypost_automation_api;
grant select on automation.step_screenshots, automation.execution_failures to waypost_automation_api;

grant select, insert, delete on automation.sessions to waypost_automation_runner;
grant select, insert on automation.step_screenshots, automation.execution_failures to waypost_automation_runner;
grant select, insert, update, delete on automation.learned_elements to waypost_automation_runner;
grant update (actions, version, updated_at) on automation.automations to waypost_automation_runner;
grant insert on automation.automation_versions to waypost_automation_runner;
