-- What an account uses of the limits that it would be slow to count: the bytes that it has stored, and how long its runs took
-- on the latest day (UTC). An account without a row has not been counted yet.
create table automation.account_usage (
  owner_id     text primary key,
  bytes_stored bigint not null,
  run_day      date,
  run_ms       bigint not null default 0
) with (fillfactor = 50);

-- What has been added to it since. Rows of their own, so that no two transactions of an account wait for each other.
create table automation.usage_changes (
  id       bigint generated always as identity primary key,
  owner_id text not null,
  bytes    bigint not null default 0,
  run_day  date,
  run_ms   bigint not null default 0
);
create index usage_changes_by_owner on automation.usage_changes (owner_id);

create function automation.version_bytes(actions jsonb, variables jsonb, recording jsonb) returns bigint
language sql immutable set search_path = '' as $$
  select octet_length(actions::text)::bigint + octet_length(variables::text) + coalesce(octet_length(recording::text), 0)
$$;

-- The files that upload steps name, each once, with their sizes. In one order, so that no two wait for each other.
create function automation.files_of(actions jsonb) returns table (blob_id uuid, size bigint)
language sql immutable set search_path = '' as $$
  select distinct (file ->> 'blobId')::uuid, (file ->> 'size')::bigint
  from jsonb_path_query(actions, '$[*] ? (@.type == "upload" && exists(@.file.blobId)).file') file order by 1
$$;

-- A file counts once, however many versions of its automation name it.
create or replace function automation.name_blobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file record;
  count integer;
  added bigint := automation.version_bytes(new.actions, new.variables, new.recording);
begin
  for file in select * from automation.files_of(new.actions) loop
    update automation.blobs set names = names + 1, unused_since = null
      where id = file.blob_id and not is_doomed returning names into count;
    if not found then
      raise exception 'the blob % is not there to be named', file.blob_id;
    end if;
    if count = 1 then
      added := added + file.size;
    end if;
  end loop;
  insert into automation.usage_changes (owner_id, bytes)
    select owner_id, added from automation.automations where id = new.automation_id;
  return null;
end
$$;

create or replace function automation.forget_blobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file record;
  count integer;
  removed bigint := automation.version_bytes(old.actions, old.variables, old.recording);
begin
  for file in select * from automation.files_of(old.actions) loop
    update automation.blobs set names = names - 1, unused_since = case when names = 1 then now() end
      where id = file.blob_id returning names into count;
    if count = 0 then
      removed := removed + file.size;
    end if;
  end loop;
  -- Of a deleted automation there is no row any more: its own trigger has counted all of its versions.
  insert into automation.usage_changes (owner_id, bytes)
    select owner_id, -removed from automation.automations where id = old.automation_id;
  return null;
end
$$;

create function automation.count_deleted_automation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into automation.usage_changes (owner_id, bytes)
  select old.owner_id, -(
    coalesce(sum(automation.version_bytes(actions, variables, recording)), 0) + coalesce((
      select sum(size) from (
        select distinct file.* from automation.automation_versions version, automation.files_of(version.actions) file
        where version.automation_id = old.id
      ) files
    ), 0)
  ) from automation.automation_versions where automation_id = old.id;
  return old;
end
$$;
create trigger deleted_automations_are_counted before delete on automation.automations
  for each row execute function automation.count_deleted_automation();

create function automation.count_screenshot() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into automation.usage_changes (owner_id, bytes)
      select owner_id, octet_length(new.image) from automation.executions where id = new.execution_id;
  else
    -- Of a deleted execution there is no row any more: its own trigger has counted all of its screenshots.
    insert into automation.usage_changes (owner_id, bytes)
      select owner_id, -octet_length(old.image) from automation.executions where id = old.execution_id;
  end if;
  return null;
end
$$;
create trigger screenshots_are_counted after insert or delete on automation.step_screenshots
  for each row execute function automation.count_screenshot();

create function automation.count_deleted_execution() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into automation.usage_changes (owner_id, bytes)
    select old.owner_id, -sum(octet_length(image)) from automation.step_screenshots where execution_id = old.id
    having count(*) > 0;
  if old.status = 'running' then
    insert into automation.usage_changes (owner_id, run_day, run_ms)
      values (old.owner_id, (now() at time zone 'UTC')::date,
        greatest(0, extract(epoch from now() - old.started_at) * 1000)::bigint);
  end if;
  return old;
end
$$;
create trigger deleted_executions_are_counted before delete on automation.executions
  for each row execute function automation.count_deleted_execution();

create function automation.count_run_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into automation.usage_changes (owner_id, run_day, run_ms)
    values (new.owner_id, (new.completed_at at time zone 'UTC')::date,
      greatest(0, extract(epoch from new.completed_at - old.started_at) * 1000)::bigint);
  return null;
end
$$;
create trigger ended_runs_are_counted after update of status on automation.executions
  for each row when (old.status = 'running' and new.status in ('completed', 'failed'))
  execute function automation.count_run_time();

grant select, insert, update on automation.account_usage to waypost_automation_api;
grant select, delete on automation.usage_changes to waypost_automation_api;
-- A runner keeps no screenshots of an account that has stored as much as it may, and starts no runs without run minutes.
grant select on automation.account_usage, automation.usage_changes to waypost_automation_runner;
