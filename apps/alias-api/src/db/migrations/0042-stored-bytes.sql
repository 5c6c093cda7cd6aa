alter table alias.email_counts
  -- The size of the messages of these emails: of one that several aliases have received, once for each.
  add column bytes            bigint not null default 0,
  -- When a sweep last compared the bytes with the messages; null for never.
  add column bytes_checked_at timestamptz;
grant select on alias.email_counts to waypost_alias_mail;
grant update (bytes, bytes_checked_at) on alias.email_counts to waypost_alias_mail;

-- Since when the account's storage is full; its owner was told then.
alter table alias.accounts add column storage_full_at timestamptz;
grant update (storage_full_at) on alias.accounts to waypost_alias_mail;

-- As before, with the bytes.
create or replace function alias.count_added_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into alias.address_email_counts as counted (address_id, type, owner_id, live, deleted)
  select address_id, type, owner_id, count(*) filter (where deleted_at is null), count(deleted_at)
  from added group by address_id, type, owner_id order by address_id, type
  on conflict (address_id, type) do update
    set live = counted.live + excluded.live, deleted = counted.deleted + excluded.deleted;

  insert into alias.email_counts as counted (owner_id, type, live, deleted, bytes)
  select owner_id, type, count(*) filter (where deleted_at is null), count(deleted_at), coalesce(sum(message.size), 0)
  from added left join alias.messages message on message.id = added.message_id
  group by owner_id, type order by owner_id, type
  on conflict (owner_id, type) do update set live = counted.live + excluded.live,
    deleted = counted.deleted + excluded.deleted, bytes = counted.bytes + excluded.bytes;

  insert into alias.email_months as counted (owner_id, type, month, total)
  select owner_id, type, date_trunc('month', received_at at time zone 'UTC'), count(*)
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (owner_id, type, month) do update set total = counted.total + excluded.total;
  return null;
end
$$;

-- As before, with the bytes, which are counted while the messages are still there.
create or replace function alias.forget_removed_emails() returns trigger
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

  insert into alias.email_counts as counted (owner_id, type, live, deleted, bytes)
  select owner_id, type, -count(*) filter (where deleted_at is null), -count(deleted_at), -coalesce(sum(message.size), 0)
  from removed left join alias.messages message on message.id = removed.message_id
  group by owner_id, type order by owner_id, type
  on conflict (owner_id, type) do update set live = counted.live + excluded.live,
    deleted = counted.deleted + excluded.deleted, bytes = counted.bytes + excluded.bytes;

  -- Of two who remove the last two emails of a message the second must see that the first has.
  perform from alias.messages where id in (select message_id from removed) order by id for update;
  select array_agg(distinct message_id) into unused from removed
  where not exists (select from alias.emails where emails.message_id = removed.message_id);
  delete from alias.attachments where message_id = any(unused);
  delete from alias.messages where id = any(unused);
  return null;
end
$$;
