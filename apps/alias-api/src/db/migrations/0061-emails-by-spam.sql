-- outside of a transaction
-- Of spam alone: other mail costs nothing.
drop index concurrently if exists alias.spam_by_owner;
create index concurrently spam_by_owner on alias.emails (owner_id, id) where is_spam;
drop index concurrently if exists alias.spam_by_address;
create index concurrently spam_by_address on alias.emails (address_id, id) where is_spam;
