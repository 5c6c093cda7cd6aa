-- Whether tracking pixels, and tracking parameters of links, are taken out of the mail that the rule forwards.
alter table alias.forwarding_rules add column removes_trackers boolean not null default false;
-- What was taken out of a forwarded email: null where nothing was to be.
alter table alias.emails add column forward_removed jsonb;
