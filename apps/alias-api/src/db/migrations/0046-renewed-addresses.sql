-- Set where the address is renewed by itself: for how long each time, and when next.
alter table alias.addresses add column renew_seconds integer;
alter table alias.addresses add column renews_at timestamptz;
-- Set where its owner wants an event before it expires: how long before, and when, until it is published.
alter table alias.addresses add column notice_seconds integer;
alter table alias.addresses add column notice_at timestamptz;
