-- As before, but each message is found by its id: a session keeps its plan, and one that was made while there were few messages
-- read all of them for each batch of emails.
create or replace function alias.count_added_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into alias.address_email_counts as counted (address_id, type, owner_id, live, deleted)
  select address_id, type, owner_id, count(*) filter (where deleted_at is null), count(deleted_at)
  from added group by address_id, type, owner_id order by address_id, type
  on conflict (address_id, type) do update
    set live = counted.live + excluded.live, deleted = counted.deleted + excluded.deleted;

  insert into alias.email_counts as counted (owner_id, type, live, deleted, bytes)
  select owner_id, type, count(*) filter (where deleted_at is null), count(deleted_at),
    coalesce(sum((select size from alias.messages where id = added.message_id)), 0)
  from added
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
