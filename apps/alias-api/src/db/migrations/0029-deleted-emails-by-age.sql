-- outside of a transaction
drop index concurrently if exists alias.deleted_emails_by_age;
-- What its owner deleted longest ago.
create index concurrently deleted_emails_by_age on alias.emails (deleted_at) where deleted_at is not null;
