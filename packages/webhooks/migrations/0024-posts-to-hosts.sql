-- How many POSTs each dispatcher has sent lately from an owner's webhooks to each host: dispatchers share the limit on them, and
-- owners see how much of it is used. Kept for two minutes.
create table {{schema}}.host_posts (
  owner_id      text not null,
  host          text not null,
  slot_at       timestamptz not null,
  dispatcher_id uuid not null,
  posts         integer not null,
  primary key (owner_id, host, slot_at, dispatcher_id)
)
-- Rows of the current slot are updated in place.
with (fillfactor = 70);
create index host_posts_by_time on {{schema}}.host_posts (slot_at);

grant select, insert, update, delete on {{schema}}.host_posts to {{dispatcher}};
grant select on {{schema}}.host_posts to {{api}};
