-- Jobs of deliveries whose first attempt is later say whose they are too, so that owners take turns when many are due. Nothing
-- else of these functions is new.
create or replace function {{schema}}.publish_events(
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
) returns uuid[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
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
    jsonb_agg(jsonb_build_object('deliveryId', id, 'round', 1, 'ownerId', owner_id)) filter (where is_active and not is_behind)
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

create or replace function {{schema}}.publish_event(
  event_name text,
  at timestamptz,
  delay_ms integer,
  -- A delivery's id begins as its event's: ids of later events are greater.
  event_id uuid,
  owner text,
  body text,
  trace_parent text,
  subject uuid,
  spares_failing boolean
) returns uuid[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  first_attempt_at constant timestamptz := at + delay_ms * interval '1 ms';
  pending uuid[];
  jobs jsonb;
begin
  with delivery as materialized (
    select encode(overlay(uuid_send(event_id) placing substring(uuid_send(gen_random_uuid()) from 11) from 11), 'hex')::uuid
      as id, webhook.id as webhook_id, is_active,
      -- So many are parked for it already that another one would be parked as well: a job would be claimed, given up and
      -- deleted, which costs several times as much as the delivery itself. In the order of the index, of which Postgres
      -- then reads no more than that.
      delay_ms = 0 and is_active and exists (
        select from {{schema}}.deliveries parked where parked.webhook_id = webhook.id and parked.is_parked
        order by parked.id offset 7
      ) as is_behind,
      case when feed_started_at is not null then pg_current_xact_id() end as feed_xact
    from {{schema}}.webhooks webhook
    where owner_id = owner
      -- A disabled webhook can be enabled again without loss, but not after any time.
      and (is_active or disabled_at > at - interval '7 days') and events @> array[event_name]
      and (not spares_failing or announced_failing_since is null)
      and (filter_path is null or body::jsonb -> 'data' @@ filter_path)
  ), inserted as (
    insert into {{schema}}.deliveries (id, owner_id, webhook_id, subject_id, event, body, status, next_attempt_at, is_parked,
      trace_parent, feed_xact, created_at, ended_at)
    select id, owner, webhook_id, subject, event_name, body, case when is_active then 'pending' else 'cancelled' end,
      case when is_active then first_attempt_at end, is_behind, trace_parent, feed_xact, at,
      case when not is_active then at end
    from delivery
  )
  select coalesce(array_agg(id) filter (where is_active), '{}'),
    jsonb_agg(jsonb_build_object('deliveryId', id, 'round', 1, 'ownerId', owner)) filter (where is_active and not is_behind)
  into pending, jobs from delivery;

  -- Called within expressions, which Postgres starts no statement for.
  if jobs is null then
    null;
  elsif delay_ms = 0 then
    if {{schema}}_outbox.enqueue_fairly('deliveries', jobs) is null then
      null;
    end if;
  elsif {{schema}}_outbox.enqueue_at('deferred', jobs, first_attempt_at) is null then
    null;
  end if;
  return pending;
end
$$;
