-- Why mail is no longer forwarded to a mailbox that was confirmed; both are null again once it is confirmed again.
alter table alias.forwarding_addresses
  add column suspended_at timestamptz,
  add column suspended_reason text;
grant update (suspended_at, suspended_reason) on alias.forwarding_addresses to waypost_alias_mail;
