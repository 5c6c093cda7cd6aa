-- outside of a transaction
drop index concurrently if exists {{schema}}.deliveries_in_feeds;
-- Empty but for webhooks whose events are pulled: publishing for others writes nothing into it.
create index concurrently deliveries_in_feeds on {{schema}}.deliveries (webhook_id, feed_xact, id) where feed_xact is not null;
