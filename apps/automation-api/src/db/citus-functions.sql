-- What the functions of the migrations do, for Citus. They select from a table into variables, and insert values: Citus 14
-- writes an invalid statement for an INSERT that selects from a table of the same worker by parameters. And they read the time
-- first: Citus takes no stable function within a CASE of an UPDATE.
create or replace function automation.name_blobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file record;
  count integer;
  owner text;
  added bigint := automation.version_bytes(new.actions, new.variables, new.recording);
begin
  for file in select * from automation.files_of(new.actions) loop
    update automation.blobs set names = names + 1, unused_since = null
      where id = file.blob_id and not is_doomed returning names into count;
    if count is null then
      raise exception 'the blob % is not there to be named', file.blob_id;
    end if;
    if count = 1 then
      added := added + file.size;
    end if;
  end loop;
  select owner_id into owner from automation.automations where id = new.automation_id;
  if owner is not null then
    insert into automation.usage_changes (owner_id, bytes) values (owner, added);
  end if;
  return null;
end
$$;

create or replace function automation.forget_blobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file record;
  count integer;
  owner text;
  removed bigint := automation.version_bytes(old.actions, old.variables, old.recording);
  at constant timestamptz := now();
begin
  for file in select * from automation.files_of(old.actions) loop
    update automation.blobs set names = names - 1, unused_since = case when names = 1 then at end
      where id = file.blob_id returning names into count;
    if count = 0 then
      removed := removed + file.size;
    end if;
  end loop;
  -- Of a deleted automation there is no row any more: its own trigger has counted all of its versions.
  select owner_id into owner from automation.automations where id = old.automation_id;
  if owner is not null then
    insert into automation.usage_changes (owner_id, bytes) values (owner, -removed);
  end if;
  return null;
end
$$;

create or replace function automation.count_deleted_automation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  removed bigint;
begin
  select coalesce(sum(automation.version_bytes(actions, variables, recording)), 0) + coalesce((
    select sum(size) from (
      select distinct file.* from automation.automation_versions version, automation.files_of(version.actions) file
      where version.automation_id = old.id
    ) files
  ), 0) into removed from automation.automation_versions where automation_id = old.id;
  insert into automation.usage_changes (owner_id, bytes) values (old.owner_id, -removed);
  return old;
end
$$;

create or replace function automation.count_screenshot() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
  changed bigint := 0;
begin
  if tg_op <> 'DELETE' then
    select owner_id into owner from automation.executions where id = new.execution_id;
    changed := octet_length(new.image);
  end if;
  if tg_op <> 'INSERT' then
    -- Of a deleted execution there is no row any more: its own trigger has counted all of its screenshots.
    select owner_id into owner from automation.executions where id = old.execution_id;
    changed := changed - octet_length(old.image);
  end if;
  if owner is not null then
    insert into automation.usage_changes (owner_id, bytes) values (owner, changed);
  end if;
  return null;
end
$$;

create or replace function automation.count_deleted_execution() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  removed bigint;
begin
  select sum(octet_length(image)) into removed from automation.step_screenshots where execution_id = old.id;
  if removed is not null then
    insert into automation.usage_changes (owner_id, bytes) values (old.owner_id, -removed);
  end if;
  if old.status = 'running' then
    insert into automation.usage_changes (owner_id, run_day, run_ms)
      values (old.owner_id, (now() at time zone 'UTC')::date,
        greatest(0, extract(epoch from now() - old.started_at) * 1000)::bigint);
  end if;
  return old;
end
$$;

create or replace function automation.forget_artifact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at constant timestamptz := now();
begin
  update automation.blobs set names = names - 1, unused_since = case when names = 1 then at end
    where id = old.blob_id;
  insert into automation.usage_changes (owner_id, bytes) values (old.owner_id, -old.size);
  return null;
end
$$;

-- Citus plans no INSERT of rows that it selects by parameters before it has their values.
alter function automation.publish_events(text, timestamptz, integer, uuid[], text[], text[], text[], uuid, text, boolean, boolean)
  reset plan_cache_mode;
alter function automation.publish_event(text, timestamptz, integer, uuid, text, text, text, uuid, boolean)
  reset plan_cache_mode;
