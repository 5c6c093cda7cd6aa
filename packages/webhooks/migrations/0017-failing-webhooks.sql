-- The `failing_since` that was announced by `webhook.failing`, until `webhook.recovered` is.
alter table {{schema}}.webhooks add column announced_failing_since timestamptz;
grant select (announced_failing_since) on {{schema}}.webhooks to {{producers}};
-- The dispatcher announces both.
grant update (announced_failing_since) on {{schema}}.webhooks to {{dispatcher}};
grant insert on {{schema}}.deliveries to {{dispatcher}};

-- As before, with `spares_failing`.
--
-- Publishes events of one name: a delivery for each receiver of each event, and its job. Whoever publishes calls it once,
-- in the transaction that causes the events, and each session plans its statements once.
--
-- Receivers are the owner's webhooks that subscribe to the event and whose filter its data matches. With `is_once_per_url`, each
-- URL is a receiver once, by the oldest active webhook that is registered for it, and the one for `callback_url` is a receiver as
-- well. Deliveries are listed by `subject`. With `spares_failing`, webhooks that are announced as failing get nothing.
--
-- Returns the ids of the deliveries that will be made.
create function {{schema}}.publish_events(
  event_name text,
  at timestamptz,
  delay_ms integer,
  -- One of each for an event. A delivery's id begins as its event's: ids of later events are greater.
  ids uuid[],
  owners text[],
  bodies text[],
  trace_parents text[],
  subject uuid,
  callback_url text,
  is_once_per_url boolean,
  spares_failing boolean
) returns uuid[] language plpgsql as $$
declare
  first_attempt_at constant timestamptz := at + delay_ms * interval '1 ms';
  pending uuid[];
  jobs jsonb;
begin
  with receiver as materialized (
    select distinct on (owner_id, case when is_once_per_url then url else id::text end) id, owner_id, is_active, feed_started_at,
      -- A URL that is called back is told everything.
      case when url = callback_url then null else filter_path end as filter_path,
      -- So many are parked for it already that another one would be parked as well: a job would be claimed, given up and
      -- deleted, which costs several times as much as the delivery itself. In the order of the index, of which Postgres
      -- then reads no more than that.
      delay_ms = 0 and is_active and exists (
        select from {{schema}}.deliveries parked where parked.webhook_id = webhook.id and parked.is_parked
        order by parked.id offset 7
      ) as is_behind
    from {{schema}}.webhooks webhook
    where owner_id = any(owners) and (
      -- A disabled webhook can be enabled again without loss, but not after any time.
      (is_active or disabled_at > at - interval '7 days') and events @> array[event_name]
      or is_active and url = callback_url
    ) and (not spares_failing or announced_failing_since is null)
    order by owner_id, case when is_once_per_url then url else id::text end, is_active desc, is_registered desc,
      created_at, id
  ), delivery as materialized (
    select encode(overlay(uuid_send(event.id) placing substring(uuid_send(gen_random_uuid()) from 11) from 11), 'hex')::uuid
      as id, owner_id, receiver.id as webhook_id, body, is_active, is_behind, trace_parent,
      case when feed_started_at is not null then pg_current_xact_id() end as feed_xact
    from unnest(ids, owners, bodies, trace_parents) with ordinality as event (id, owner_id, body, trace_parent, place)
    join receiver using (owner_id)
    where filter_path is null or body::jsonb -> 'data' @@ filter_path
    order by place
  ), inserted as (
    insert into {{schema}}.deliveries (id, owner_id, webhook_id, subject_id, event, body, status, next_attempt_at, is_parked,
      trace_parent, feed_xact, created_at, ended_at)
    select id, owner_id, webhook_id, subject, event_name, body, case when is_active then 'pending' else 'cancelled' end,
      case when is_active then first_attempt_at end, is_behind, trace_parent, feed_xact, at,
      case when not is_active then at end
    from delivery
  )
  select coalesce(array_agg(id) filter (where is_active), '{}'),
    jsonb_agg(jsonb_build_object('deliveryId', id, 'round', 1) || case when delay_ms = 0 then
      jsonb_build_object('ownerId', owner_id) else '{}' end) filter (where is_active and not is_behind)
  into pending, jobs from delivery;

  if jobs is null then
    null;
  elsif delay_ms = 0 then
    perform {{schema}}_outbox.enqueue_fairly('deliveries', jobs);
  else
    perform {{schema}}_outbox.enqueue_at('deferred', jobs, first_attempt_at);
  end if;
  return pending;
end
$$;

-- As replicas of the version before call it.
create or replace function {{schema}}.publish_events(
  event_name text,
  at timestamptz,
  delay_ms integer,
  ids uuid[],
  owners text[],
  bodies text[],
  trace_parents text[],
  subject uuid,
  callback_url text,
  is_once_per_url boolean
) returns uuid[] language sql as $$
  select {{schema}}.publish_events(event_name, at, delay_ms, ids, owners, bodies, trace_parents, subject, callback_url,
    is_once_per_url, false)
$$;
