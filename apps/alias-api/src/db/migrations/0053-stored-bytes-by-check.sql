-- outside of a transaction
drop index concurrently if exists alias.email_counts_by_check;
create index concurrently email_counts_by_check on alias.email_counts (bytes_checked_at nulls first);
