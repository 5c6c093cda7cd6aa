-- outside of a transaction
drop index concurrently if exists alias.emails_by_listing;
create index concurrently emails_by_listing on alias.emails (owner_id, listed_xact, id) where listed_xact is not null;
