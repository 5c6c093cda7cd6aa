-- Webhooks and their deliveries, the same in every service that publishes events.

create table {{schema}}.webhooks (
  id                uuid primary key,
  owner_id          text not null,
  name              text,
  url               text not null,
  events            text[] not null,
  is_active         boolean not null default true,
  -- AES-256-GCM, opened only to sign.
  sealed_secret     text not null,
  failure_count     integer not null default 0,
  last_triggered_at timestamptz,
  -- The HTTP status of the last attempt, or the name of what went wrong.
  last_status       text,
  last_succeeded_at timestamptz,
  -- Set when the service disabled the webhook by itself, and why; cleared when its owner enables it again.
  disabled_at       timestamptz,
  disabled_reason   text,
  -- After a rotation the old secret signs along for a while.
  previous_sealed_secret text,
  previous_secret_until  timestamptz,
  created_at        timestamptz not null,
  constraint failures_are_counted_from_zero check (failure_count >= 0)
);
create index webhooks_by_owner on {{schema}}.webhooks (owner_id, id);

-- One event on its way to one receiver.
create table {{schema}}.deliveries (
  id              uuid primary key,
  owner_id        text not null,
  -- No foreign key: the log outlives the webhook, and deleting one must not fail whoever is publishing to it.
  webhook_id      uuid,
  event           text not null,
  -- The exact bytes that every attempt sends and every signature covers.
  body            text not null,
  status          text not null default 'pending',
  -- Failures since the event, or since it was last asked for again: the place in the schedule.
  failed_attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Counted up when it is asked for again: jobs and outcomes of an earlier round are void.
  round           integer not null default 1,
  -- Without a job, because its receiver has as many requests in flight as it may: it waits for one of them to end.
  is_parked       boolean not null default false,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  constraint a_delivery_is_one_of check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  constraint pending_means_not_ended check ((status = 'pending') = (ended_at is null))
);
create index deliveries_by_webhook on {{schema}}.deliveries (webhook_id, status, event, id desc);
create index missed_deliveries_by_webhook on {{schema}}.deliveries (webhook_id, created_at, id)
  where status in ('failed', 'cancelled');
create index parked_deliveries_by_webhook on {{schema}}.deliveries (webhook_id, id) where is_parked;
create index next_due_delivery on {{schema}}.deliveries (next_attempt_at) where status = 'pending';

-- One request. Its row is written before the request leaves, so that the log never knows less than the receiver.
create table {{schema}}.delivery_attempts (
  -- No foreign key: whoever inserts has just read the delivery, and checking that again is a tenth of a claim.
  delivery_id     uuid not null,
  number          integer not null,
  started_at      timestamptz not null,
  -- Null while under way, and for good if the dispatcher died meanwhile.
  duration_ms     integer,
  status          integer,
  error           text,
  request_headers json,
  response_body   text,
  primary key (delivery_id, number)
)
-- A row is small when it is inserted, and ten times that once its outcome is in: its page has room for that.
with (fillfactor = 10);

grant usage on schema {{schema}} to {{producers}}, {{dispatcher}};
-- Whoever publishes finds the webhooks that want an event; only the dispatcher and the owner's API see their secrets.
grant select (id, owner_id, events, is_active, disabled_at) on {{schema}}.webhooks to {{producers}};
grant insert on {{schema}}.deliveries to {{producers}};
grant select on {{schema}}.webhooks, {{schema}}.deliveries, {{schema}}.delivery_attempts to {{dispatcher}};
grant update (failure_count, last_triggered_at, last_status, last_succeeded_at, is_active, disabled_at, disabled_reason)
  on {{schema}}.webhooks to {{dispatcher}};
grant update (status, failed_attempts, next_attempt_at, is_parked, ended_at)
  on {{schema}}.deliveries to {{dispatcher}};
grant insert, update, delete on {{schema}}.delivery_attempts to {{dispatcher}};
grant select, insert, update, delete on {{schema}}.webhooks to {{api}};
grant select, update on {{schema}}.deliveries to {{api}};
grant select, insert, update on {{schema}}.delivery_attempts to {{api}};
