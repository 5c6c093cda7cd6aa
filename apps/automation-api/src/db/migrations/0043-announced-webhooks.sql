-- outside of a transaction
drop index concurrently if exists automation.webhooks_announced_as_failing;
create index concurrently webhooks_announced_as_failing on automation.webhooks (id) where announced_failing_since is not null;
