-- outside of a transaction
drop index concurrently if exists alias.emails_by_thread;
create index concurrently emails_by_thread on alias.emails (thread_id, id) where thread_id is not null;
drop index concurrently if exists alias.emails_by_thread_key;
create index concurrently emails_by_thread_key on alias.emails (thread_key) where thread_key is not null;
