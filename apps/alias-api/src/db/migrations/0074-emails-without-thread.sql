-- outside of a transaction
-- Of emails that were listed before there were conversations, until each has its own: no others cost anything.
drop index concurrently if exists alias.emails_without_thread;
create index concurrently emails_without_thread on alias.emails (id) where thread_id is null;
