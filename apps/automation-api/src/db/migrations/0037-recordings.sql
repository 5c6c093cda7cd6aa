-- Steps that a person takes in a browser before their eyes, and keeps as an automation. A row outlives what it held until
-- the minutes of its day no longer count.
create table automation.recordings (
  id               uuid primary key,
  owner_id         text not null,
  status           text not null check (status in ('pending', 'running', 'ended')),
  -- Where it begins, or after which step of an automation.
  url              text,
  automation_id    uuid,
  after_step       text,
  session_id       uuid,
  -- The values for those steps.
  sealed_variables text,
  -- Those of the recorded steps, without values.
  variables        jsonb not null default '{}',
  error            text,
  live_address     text,
  created_at       timestamptz not null,
  started_at       timestamptz,
  alive_at         timestamptz,
  ended_at         timestamptz,
  -- Since when there is nothing of it any more: it was saved or deleted.
  closed_at        timestamptz,
  check (url is not null or automation_id is not null),
  check ((status = 'ended') = (ended_at is not null)),
  check (closed_at is null or status = 'ended')
);
create index recordings_by_owner on automation.recordings (owner_id, id);
create index recordings_to_start on automation.recordings (id) where status = 'pending';
create index recordings_under_way on automation.recordings (owner_id) where status <> 'ended';
create index recordings_by_end on automation.recordings (ended_at) where ended_at is not null;

create table automation.recorded_steps (
  id           uuid primary key,
  recording_id uuid not null references automation.recordings (id) on delete cascade,
  owner_id     text not null,
  position     integer not null,
  action       jsonb not null,
  -- How the element of the step was, for healing.
  learned      jsonb,
  -- What the person has yet to decide.
  question     jsonb,
  screenshot   bytea
);
create index recorded_steps_by_recording on automation.recorded_steps (recording_id, position);

create function automation.recorded_step_bytes(action jsonb, screenshot bytea) returns bigint
language sql immutable set search_path = '' as $$
  select octet_length(action::text)::bigint + coalesce(octet_length(screenshot), 0)
$$;

create function automation.count_recorded_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into automation.usage_changes (owner_id, bytes)
      values (new.owner_id, automation.recorded_step_bytes(new.action, new.screenshot));
  elsif tg_op = 'DELETE' then
    insert into automation.usage_changes (owner_id, bytes)
      values (old.owner_id, -automation.recorded_step_bytes(old.action, old.screenshot));
  else
    insert into automation.usage_changes (owner_id, bytes)
      select new.owner_id, changed from (
        select automation.recorded_step_bytes(new.action, new.screenshot)
          - automation.recorded_step_bytes(old.action, old.screenshot) as changed
      ) sizes where changed <> 0;
  end if;
  return null;
end
$$;
create trigger recorded_steps_are_counted after insert or update or delete on automation.recorded_steps
  for each row execute function automation.count_recorded_step();

grant select, insert, update, delete on automation.recordings to waypost_automation_api;
grant select, delete on automation.recorded_steps to waypost_automation_api;
grant select, update on automation.recordings to waypost_automation_runner;
grant select, insert, update, delete on automation.recorded_steps to waypost_automation_runner;

alter table automation.account_limits
  add column active_recordings integer, add column recording_minutes_per_day integer;

-- What was recorded is a draft until it is validated, as what was generated.
alter table automation.automations drop constraint an_automation_is_either;
alter table automation.automations drop constraint what_a_person_wrote_is_no_draft;
alter table automation.automations
  add constraint an_automation_has_an_origin check (origin in ('written', 'generated', 'recorded')) not valid;
alter table automation.automations
  add constraint what_a_person_wrote_is_no_draft check (origin <> 'written' or not is_draft) not valid;
