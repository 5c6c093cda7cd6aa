-- Whether mail that is forwarded to the mailbox has links that disable and extend its alias.
alter table alias.forwarding_addresses add column has_alias_links boolean not null default false;
