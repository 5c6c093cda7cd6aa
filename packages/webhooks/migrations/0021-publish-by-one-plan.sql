-- Sessions keep the plans of these statements. Postgres planned the one of the deliveries for each call, since it knows how long
-- the arrays are: a quarter of what it cost to publish an event. A plan that is kept must not depend on how many webhooks there
-- were when it was made, so it may not read all of them.
alter function {{schema}}.publish_events(text, timestamptz, integer, uuid[], text[], text[], text[], uuid, text, boolean, boolean)
  set plan_cache_mode = force_generic_plan;
alter function {{schema}}.publish_events(text, timestamptz, integer, uuid[], text[], text[], text[], uuid, text, boolean, boolean)
  set enable_seqscan = off;
alter function {{schema}}.publish_events(text, timestamptz, integer, uuid[], text[], text[], text[], uuid, text, boolean, boolean)
  set enable_bitmapscan = off;
