-- outside of a transaction
-- There are none but while a database is away.
drop index concurrently if exists alias.names_to_release;
create index concurrently names_to_release on alias.taken_addresses (address_id) where is_release_due;
