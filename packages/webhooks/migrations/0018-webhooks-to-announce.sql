-- outside of a transaction
-- Those that fail and have not been announced, by since when: one that the service disabled is announced at once. Settlements write
-- neither index while a webhook goes on delivering or failing.
drop index concurrently if exists {{schema}}.webhooks_to_announce_as_failing;
create index concurrently webhooks_to_announce_as_failing on {{schema}}.webhooks
  ((case when disabled_at is null then failing_since else '-infinity' end))
  where failing_since is not null and announced_failing_since is null;
drop index concurrently if exists {{schema}}.webhooks_to_announce_as_recovered;
create index concurrently webhooks_to_announce_as_recovered on {{schema}}.webhooks (id)
  where announced_failing_since is not null and failing_since is distinct from announced_failing_since;
