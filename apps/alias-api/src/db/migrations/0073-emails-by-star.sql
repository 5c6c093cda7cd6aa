-- outside of a transaction
-- Of starred emails alone: others cost nothing.
drop index concurrently if exists alias.starred_by_owner;
create index concurrently starred_by_owner on alias.emails (owner_id, id) where is_starred;
drop index concurrently if exists alias.starred_by_address;
create index concurrently starred_by_address on alias.emails (address_id, id) where is_starred;
