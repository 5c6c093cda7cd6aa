-- outside of a transaction
drop index concurrently if exists alias.paused_addresses_by_owner;
-- For analytics, which count the active addresses.
create index concurrently paused_addresses_by_owner on alias.addresses (owner_id, expires_at)
  where not is_active and expired_at is null;
