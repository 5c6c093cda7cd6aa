-- Files that runs leave: downloads, PDFs, screenshots that steps take, and data that is too long for an event.
create table automation.artifacts (
  id           uuid primary key,
  execution_id uuid not null references automation.executions (id) on delete cascade,
  owner_id     text not null,
  kind         text not null check (kind in ('download', 'pdf', 'screenshot', 'data')),
  step_name    text not null,
  name         text not null,
  content_type text not null,
  size         bigint not null,
  blob_id      uuid not null,
  created_at   timestamptz not null
);
create index artifacts_by_execution on automation.artifacts (execution_id, id);

-- A file names its blob and counts as stored, as those of upload steps do.
create function automation.name_artifact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update automation.blobs set names = names + 1, unused_since = null where id = new.blob_id and not is_doomed;
  if not found then
    raise exception 'the blob % is not there to be named', new.blob_id;
  end if;
  insert into automation.usage_changes (owner_id, bytes) values (new.owner_id, new.size);
  return null;
end
$$;

create function automation.forget_artifact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update automation.blobs set names = names - 1, unused_since = case when names = 1 then now() end
    where id = old.blob_id;
  insert into automation.usage_changes (owner_id, bytes) values (old.owner_id, -old.size);
  return null;
end
$$;

create trigger added_artifacts_name_their_blobs after insert on automation.artifacts
  for each row execute function automation.name_artifact();
create trigger removed_artifacts_forget_their_blobs after delete on automation.artifacts
  for each row execute function automation.forget_artifact();

grant select, delete on automation.artifacts to waypost_automation_api;
grant select, insert on automation.artifacts to waypost_automation_runner;
-- A runner also stores now. What it could not store to its end is swept like anything else that nobody names.
grant insert on automation.blobs, automation.blob_pieces to waypost_automation_runner;
grant select, insert, delete on automation.spooled_pieces to waypost_automation_runner;
