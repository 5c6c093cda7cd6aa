-- outside of a transaction
-- Of labelled emails alone: other mail costs nothing.
drop index concurrently if exists alias.emails_by_label;
create index concurrently emails_by_label on alias.emails using gin (owner_id, labels) where labels is not null;
