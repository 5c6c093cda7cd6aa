-- Messages byte for byte, as they came or as they leave. Several aliases may have received one and the same.
create table alias.messages (
  id          uuid primary key,
  content     bytea not null,
  size        integer not null,
  -- What the other side said and where it was; null in one of ours.
  mail_from   text,
  client_ip   text,
  client_name text,
  created_at  timestamptz not null
);
-- Mail compresses badly, and pieces of what is not compressed can be read without the rest.
alter table alias.messages alter content set storage external;

-- No foreign key to the message: checking one for each of a million at the end of an alias would take minutes.
create table alias.attachments (
  id           uuid primary key,
  message_id   uuid not null,
  position     integer not null,
  filename     text,
  content_type text not null,
  content_id   text,
  is_inline    boolean not null,
  size         integer not null,
  content      bytea not null,
  constraint attachments_by_message unique (message_id, position)
);
alter table alias.attachments alter content set storage external;

-- What an alias has received or sent, as its owner reads it.
create table alias.emails (
  id              uuid primary key,
  owner_id        text not null,
  address_id      uuid not null references alias.addresses on delete cascade,
  message_id      uuid not null,
  type            text not null,
  -- Of a sent one.
  status          text,
  from_address    text not null,
  from_name       text not null,
  to_address      text not null,
  subject         text not null,
  body_text       text not null,
  body_html       text not null,
  has_attachments boolean not null,
  is_read         boolean not null,
  is_starred      boolean not null default false,
  received_at     timestamptz not null,
  deleted_at      timestamptz,
  is_deleted      boolean generated always as (deleted_at is not null) stored,
  constraint an_email_is_one_of check (type in ('received', 'sent')),
  constraint a_sent_email_is_one_of check (
    case type when 'sent' then status in ('queued', 'sent', 'bounced', 'failed') else status is null end)
);
create index emails_by_owner on alias.emails (owner_id, is_deleted, id desc);
create index emails_by_owner_and_type on alias.emails (owner_id, type, is_deleted, id desc);
create index emails_by_address on alias.emails (address_id, is_deleted, id desc);
create index emails_by_address_and_type on alias.emails (address_id, type, is_deleted, id desc);
create index emails_by_message on alias.emails (message_id);

-- Counting would be slow where there are many. Whatever adds or takes away emails, the cascade from their alias too,
-- keeps these right in its own transaction: they are written by the triggers below and by nobody else.
create table alias.email_counts (
  owner_id text not null,
  type     text not null,
  live     bigint not null,
  deleted  bigint not null,
  primary key (owner_id, type)
) with (fillfactor = 50);

create table alias.address_email_counts (
  address_id uuid not null,
  type       text not null,
  owner_id   text not null,
  live       bigint not null,
  deleted    bigint not null,
  primary key (address_id, type)
) with (fillfactor = 50);

-- How many there ever were, by the month (UTC) in which they came or left; nothing takes one away.
create table alias.email_months (
  owner_id text not null,
  type     text not null,
  month    date not null,
  total    bigint not null,
  primary key (owner_id, type, month)
) with (fillfactor = 50);

-- Each takes its rows in one order, so that no two wait for each other in a circle.
create function alias.count_added_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into alias.address_email_counts as counted (address_id, type, owner_id, live, deleted)
  select address_id, type, owner_id, count(*) filter (where deleted_at is null), count(deleted_at)
  from added group by address_id, type, owner_id order by address_id, type
  on conflict (address_id, type) do update
    set live = counted.live + excluded.live, deleted = counted.deleted + excluded.deleted;

  insert into alias.email_counts as counted (owner_id, type, live, deleted)
  select owner_id, type, count(*) filter (where deleted_at is null), count(deleted_at)
  from added group by owner_id, type order by owner_id, type
  on conflict (owner_id, type) do update
    set live = counted.live + excluded.live, deleted = counted.deleted + excluded.deleted;

  insert into alias.email_months as counted (owner_id, type, month, total)
  select owner_id, type, date_trunc('month', received_at at time zone 'UTC'), count(*)
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (owner_id, type, month) do update set total = counted.total + excluded.total;
  return null;
end
$$;

create function alias.count_moved_email() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  to_deleted integer := case when new.deleted_at is null then -1 else 1 end;
begin
  update alias.address_email_counts set live = live - to_deleted, deleted = deleted + to_deleted
  where address_id = new.address_id and type = new.type;
  update alias.email_counts set live = live - to_deleted, deleted = deleted + to_deleted
  where owner_id = new.owner_id and type = new.type;
  return null;
end
$$;

-- The last email of a message takes the message with it.
create function alias.forget_removed_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unused uuid[];
begin
  delete from alias.address_email_counts
  where address_id in (select address_id from removed)
    and not exists (select from alias.addresses where id = address_id);
  update alias.address_email_counts counted set live = counted.live - gone.live, deleted = counted.deleted - gone.deleted
  from (
    select address_id, type, count(*) filter (where deleted_at is null) live, count(deleted_at) deleted
    from removed group by address_id, type
  ) gone
  where counted.address_id = gone.address_id and counted.type = gone.type;

  insert into alias.email_counts as counted (owner_id, type, live, deleted)
  select owner_id, type, -count(*) filter (where deleted_at is null), -count(deleted_at)
  from removed group by owner_id, type order by owner_id, type
  on conflict (owner_id, type) do update
    set live = counted.live + excluded.live, deleted = counted.deleted + excluded.deleted;

  -- Of two who remove the last two emails of a message the second must see that the first has.
  perform from alias.messages where id in (select message_id from removed) order by id for update;
  select array_agg(distinct message_id) into unused from removed
  where not exists (select from alias.emails where emails.message_id = removed.message_id);
  delete from alias.attachments where message_id = any(unused);
  delete from alias.messages where id = any(unused);
  return null;
end
$$;

create trigger emails_are_counted after insert on alias.emails
  referencing new table as added for each statement execute function alias.count_added_emails();
create trigger moved_emails_are_counted after update of deleted_at on alias.emails
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function alias.count_moved_email();
create trigger removed_emails_are_forgotten after delete on alias.emails
  referencing old table as removed for each statement execute function alias.forget_removed_emails();

grant select, insert on alias.messages, alias.attachments to waypost_alias_api, waypost_alias_mail;
grant select, insert, update on alias.emails to waypost_alias_api, waypost_alias_mail;
grant select on alias.email_counts, alias.address_email_counts, alias.email_months to waypost_alias_api;
