-- Deliveries that a dispatcher has claimed together. Their jobs are gone, and their attempts may not be recorded yet. The dispatcher
-- deletes it with the last of them. Where it has not after 20 seconds, it is dead, and they get jobs again.
create table {{schema}}.delivery_leases (
  id              uuid primary key,
  leased_at       timestamptz not null,
  owner_ids       text[] not null,
  -- Not compressed: to compress the ids takes longer than to write them.
  delivery_ids    uuid[] storage external not null,
  rounds          integer[] not null,
  -- Of the attempts that are in the log; 0 of a delivery of which none is made now.
  numbers         integer[] not null,
  -- Whether those of which no attempt is made are given up: parked or cancelled.
  is_rest_given_up boolean not null default false
);

grant select, insert, update, delete on {{schema}}.delivery_leases to {{dispatcher}};
