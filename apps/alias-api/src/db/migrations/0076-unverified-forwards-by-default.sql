-- Mail that fails DMARC under p=none is forwarded, marked, unless the owner of its alias withholds it. The column is made anew,
-- which gives each rule the new default at once, without a lock on any.
-- allow dropped: it is back in the same transaction, and no released version has set it.
alter table alias.forwarding_rules drop column forwards_unverified;
alter table alias.forwarding_rules add column forwards_unverified boolean not null default true;
