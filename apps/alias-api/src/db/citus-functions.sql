-- What the functions of the migrations do, for Citus: each reads its transition table once, in a statement that names no
-- other table. A statement that names a distributed table is planned anew for its shard, where no transition table is known.
-- Sizes are read first, since Citus 14 writes an invalid statement for an INSERT that selects from a table of the same
-- worker by parameters. And the time is read first: Citus takes no stable function within a CASE of an UPDATE.
create or replace function alias.count_added_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  addresses uuid[];
  types text[];
  owners text[];
  months date[];
  deletions timestamptz[];
  message_ids uuid[];
  sizes integer[];
begin
  select array_agg(address_id), array_agg(type), array_agg(owner_id),
    array_agg(date_trunc('month', received_at at time zone 'UTC')::date), array_agg(deleted_at), array_agg(message_id)
  into addresses, types, owners, months, deletions, message_ids from added;
  select array_agg((select size from alias.messages where id = added.message_id) order by place) into sizes
  from unnest(message_ids) with ordinality as added (message_id, place);

  insert into alias.address_email_counts as counted (address_id, type, owner_id, live, deleted)
  select address_id, type, owner_id, count(*) filter (where deleted_at is null), count(deleted_at)
  from unnest(addresses, types, owners, deletions) as added (address_id, type, owner_id, deleted_at)
  group by address_id, type, owner_id order by address_id, type
  on conflict (address_id, type) do update
    set live = counted.live + excluded.live, deleted = counted.deleted + excluded.deleted;

  insert into alias.email_counts as counted (owner_id, type, live, deleted, bytes)
  select owner_id, type, count(*) filter (where deleted_at is null), count(deleted_at), coalesce(sum(size), 0)
  from unnest(types, owners, deletions, sizes) as added (type, owner_id, deleted_at, size)
  group by owner_id, type order by owner_id, type
  on conflict (owner_id, type) do update set live = counted.live + excluded.live,
    deleted = counted.deleted + excluded.deleted, bytes = counted.bytes + excluded.bytes;

  insert into alias.email_months as counted (owner_id, type, month, total)
  select owner_id, type, month, count(*) from unnest(types, owners, months) as added (type, owner_id, month)
  group by owner_id, type, month order by owner_id, type, month
  on conflict (owner_id, type, month) do update set total = counted.total + excluded.total;
  return null;
end
$$;

create or replace function alias.forget_removed_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  addresses uuid[];
  types text[];
  owners text[];
  deletions timestamptz[];
  message_ids uuid[];
  sizes integer[];
  unused uuid[];
begin
  select array_agg(address_id), array_agg(type), array_agg(owner_id), array_agg(deleted_at), array_agg(message_id)
  into addresses, types, owners, deletions, message_ids from removed;
  if message_ids is null then
    return null;
  end if;
  -- While the messages are still there.
  select array_agg((select size from alias.messages where id = removed.message_id) order by place) into sizes
  from unnest(message_ids) with ordinality as removed (message_id, place);

  delete from alias.address_email_counts counted
  where counted.address_id = any(addresses)
    and not exists (select from alias.addresses where id = counted.address_id);
  update alias.address_email_counts counted set live = counted.live - gone.live, deleted = counted.deleted - gone.deleted
  from (
    select address_id, type, count(*) filter (where deleted_at is null) live, count(deleted_at) deleted
    from unnest(addresses, types, deletions) as removed (address_id, type, deleted_at) group by address_id, type
  ) gone
  where counted.address_id = gone.address_id and counted.type = gone.type;

  insert into alias.email_counts as counted (owner_id, type, live, deleted, bytes)
  select owner_id, type, -count(*) filter (where deleted_at is null), -count(deleted_at), -coalesce(sum(size), 0)
  from unnest(types, owners, deletions, sizes) as removed (type, owner_id, deleted_at, size)
  group by owner_id, type order by owner_id, type
  on conflict (owner_id, type) do update set live = counted.live + excluded.live,
    deleted = counted.deleted + excluded.deleted, bytes = counted.bytes + excluded.bytes;

  -- Of two who remove the last two emails of a message the second must see that the first has.
  perform from alias.messages where id = any(message_ids) order by id for update;
  select array_agg(distinct message_id) into unused from unnest(message_ids) as removed (message_id)
  where not exists (select from alias.emails where emails.message_id = removed.message_id);
  delete from alias.attachments where message_id = any(unused);
  delete from alias.messages where id = any(unused);
  return null;
end
$$;

create or replace function alias.record_deleted_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owners text[];
  hashes bytea[];
begin
  select array_agg(owner_id), array_agg(sha256(convert_to(split_part(address, ' ', 1), 'UTF8'))) into owners, hashes
  from deleted where domain_id is not null;
  if owners is not null then
    insert into alias.deleted_names (owner_id, address_hash)
    select owner_id, address_hash from unnest(owners, hashes) as deleted (owner_id, address_hash)
    order by owner_id, address_hash on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace function alias.forget_blob() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at constant timestamptz := now();
begin
  update alias.blobs set names = names - 1, unused_since = case when names = 1 then at end where id = old.rest_id;
  return null;
end
$$;

-- Citus plans no INSERT of rows that it selects by parameters before it has their values.
alter function alias.publish_events(text, timestamptz, integer, uuid[], text[], text[], text[], uuid, text, boolean, boolean)
  reset plan_cache_mode;
alter function alias.publish_event(text, timestamptz, integer, uuid, text, text, text, uuid, boolean)
  reset plan_cache_mode;
