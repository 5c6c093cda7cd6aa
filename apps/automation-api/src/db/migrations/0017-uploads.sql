-- What upload steps give to pages. A step names its file and the blob that has the contents, which is here or in an object
-- store, under this id. Steps that were saved before have the contents in themselves until they are saved again.
create table automation.blobs (
  id           uuid primary key,
  -- In the object store; otherwise in pieces, below.
  is_object    boolean not null,
  -- How many versions of automations name it. An automation has no steps that its newest version has not.
  names        integer not null default 0,
  -- Since when none does. It is taken away an hour later: whoever is writing it has named it by then, or was killed, and
  -- the run that is reading it is over.
  unused_since timestamptz,
  -- It is being taken away, and nobody may name it any more.
  is_doomed    boolean not null default false,
  constraint a_blob_is_named_or_unused check ((names = 0) = (unused_since is not null))
);
create index unused_blobs on automation.blobs (unused_since) where unused_since is not null;

create table automation.blob_pieces (
  blob_id uuid not null,
  number  integer not null,
  content bytea not null,
  primary key (blob_id, number)
);
alter table automation.blob_pieces alter content set storage external;

-- What is on its way into an object store. Nobody has been told yet that it was taken, so it need not survive a crash.
create unlogged table automation.spooled_pieces (
  blob_id uuid not null,
  number  integer not null,
  content bytea not null,
  primary key (blob_id, number)
);
alter table automation.spooled_pieces alter content set storage external;

-- Whoever writes a version names what its steps name, a process of the release before too, which copies steps when it heals
-- or restores. In one order, so that no two wait for each other.
create function automation.blobs_of(actions jsonb) returns setof uuid
language sql immutable set search_path = '' as $$
  select distinct (blob #>> '{}')::uuid from jsonb_path_query(actions, '$[*] ? (@.type == "upload").file.blobId') blob
  order by 1
$$;

create function automation.name_blobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  blob uuid;
begin
  for blob in select automation.blobs_of(new.actions) loop
    update automation.blobs set names = names + 1, unused_since = null where id = blob and not is_doomed;
    if not found then
      raise exception 'the blob % is not there to be named', blob;
    end if;
  end loop;
  return null;
end
$$;

create function automation.forget_blobs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  blob uuid;
begin
  for blob in select automation.blobs_of(old.actions) loop
    update automation.blobs set names = names - 1, unused_since = case when names = 1 then now() end where id = blob;
  end loop;
  return null;
end
$$;

create trigger added_versions_name_their_blobs after insert on automation.automation_versions
  for each row execute function automation.name_blobs();
create trigger removed_versions_forget_their_blobs after delete on automation.automation_versions
  for each row execute function automation.forget_blobs();

grant select, insert, delete on automation.blobs, automation.blob_pieces, automation.spooled_pieces
  to waypost_automation_api;
grant update (is_doomed) on automation.blobs to waypost_automation_api;
-- It gives pages what is there, and keeps nothing.
grant select on automation.blobs, automation.blob_pieces to waypost_automation_runner;
