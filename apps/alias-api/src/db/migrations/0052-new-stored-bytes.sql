-- Counts begin at zero and right: a sweep need not compare those of a new account before those of older ones.
alter table alias.email_counts alter column bytes_checked_at set default now();
