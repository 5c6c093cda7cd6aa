-- What is too large for its row: a message or a file has its first bytes there, and the rest of them here or in an object
-- store, under this id.
create table alias.blobs (
  id           uuid primary key,
  -- In the object store; otherwise in pieces, below.
  is_object    boolean not null,
  -- How many rows name it: a message and its forward may share one.
  names        integer not null default 0,
  -- Since when none does. It is taken away an hour later: whoever is writing it has named it by then, or was killed, and
  -- whoever is reading it has read it.
  unused_since timestamptz,
  -- It is being taken away, and nobody may name it any more.
  is_doomed    boolean not null default false,
  constraint a_blob_is_named_or_unused check ((names = 0) = (unused_since is not null))
);
create index unused_blobs on alias.blobs (unused_since) where unused_since is not null;

create table alias.blob_pieces (
  blob_id uuid not null,
  number  integer not null,
  content bytea not null,
  primary key (blob_id, number)
);
alter table alias.blob_pieces alter content set storage external;

-- What is on its way into an object store, which wants to know how much it will be. Nobody has been told yet that it was
-- taken, so it need not survive a crash.
create unlogged table alias.spooled_pieces (
  blob_id uuid not null,
  number  integer not null,
  content bytea not null,
  primary key (blob_id, number)
);
alter table alias.spooled_pieces alter content set storage external;

-- What follows the content of the row. No foreign keys: what the triggers count is never looked for.
alter table alias.messages add column rest_id uuid;
alter table alias.attachments add column rest_id uuid;

create function alias.name_blob() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update alias.blobs set names = names + 1, unused_since = null where id = new.rest_id and not is_doomed;
  if not found then
    raise exception 'the blob % is not there to be named', new.rest_id;
  end if;
  return null;
end
$$;

create function alias.forget_blob() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update alias.blobs set names = names - 1, unused_since = case when names = 1 then now() end where id = old.rest_id;
  return null;
end
$$;

create trigger added_messages_name_their_blob after insert on alias.messages
  for each row when (new.rest_id is not null) execute function alias.name_blob();
create trigger removed_messages_forget_their_blob after delete on alias.messages
  for each row when (old.rest_id is not null) execute function alias.forget_blob();
create trigger added_attachments_name_their_blob after insert on alias.attachments
  for each row when (new.rest_id is not null) execute function alias.name_blob();
create trigger removed_attachments_forget_their_blob after delete on alias.attachments
  for each row when (old.rest_id is not null) execute function alias.forget_blob();

grant select on alias.blobs, alias.blob_pieces to waypost_alias_api;
grant select, insert, delete on alias.blobs, alias.blob_pieces, alias.spooled_pieces to waypost_alias_mail;
grant update (is_doomed) on alias.blobs to waypost_alias_mail;
