-- When it was queued to be forwarded, which is done once. Whose rule it was then is in no table.
alter table alias.emails add column forwarded_at timestamptz;
