-- Since when every attempt has failed; null while the newest one succeeded.
alter table {{schema}}.webhooks add column failing_since timestamptz;
alter table {{schema}}.webhooks add column last_failed_at timestamptz;
grant update (failing_since, last_failed_at) on {{schema}}.webhooks to {{dispatcher}};

-- The attempts of a webhook that ended in an hour. The settlement that logs attempts counts them too, while it has the row of their
-- webhook locked, so that dispatchers never wait for each other here. Kept for eight days.
create table {{schema}}.webhook_hours (
  webhook_id uuid not null references {{schema}}.webhooks on delete cascade,
  starts_at  timestamptz not null,
  attempts   integer not null,
  failures   integer not null,
  -- How many attempts took up to each bound of `durationBounds` in packages/webhooks, and longer.
  durations  integer[] not null,
  -- What failed: status or name of the error → { count, lastAt }.
  errors     jsonb not null default '{}',
  primary key (webhook_id, starts_at)
)
-- Rows are updated in place until their hour is over.
with (fillfactor = 50);
create index webhook_hours_by_time on {{schema}}.webhook_hours (starts_at);

grant select, insert, update on {{schema}}.webhook_hours to {{api}}, {{dispatcher}};
grant delete on {{schema}}.webhook_hours to {{dispatcher}};
