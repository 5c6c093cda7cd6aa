-- The cell that has all of an account, where it is another database than this. In the first database, the rows lead there;
-- everywhere they refuse what still comes here. Null: it is here.
alter table alias.accounts add column cell text;

-- Of the first database: the accounts whose API keys are in cells, since a request with a key names no account. A hash is
-- entered before its key and removed after it; one without a key is nobody's.
create table alias.keys_in_cells (
  key_hash   bytea primary key,
  account_id text not null
);
create index keys_in_cells_by_account on alias.keys_in_cells (account_id);

-- Of the first database, where the service has cells: which account has an address, so that nobody else has it in any of
-- the databases, and mail finds the account's. Entered before the alias is made and removed after it is deleted. Without
-- a row is an alias of the first database that is older than the cells.
create table alias.taken_addresses (
  address    text primary key,
  account_id text not null,
  -- Of the alias that was made last, so that a removal that comes late leaves the next one's row.
  address_id uuid not null
);
create index taken_addresses_by_account on alias.taken_addresses (account_id);
create index taken_addresses_by_id on alias.taken_addresses (address_id);

-- The same for verified domains, of which live and test data have one each.
create table alias.taken_domains (
  domain             text not null,
  mode               text not null,
  account_id         text not null,
  domain_id          uuid not null,
  -- What the domain's TXT record has to say: without it, the domain can be another's.
  verification_token text not null,
  primary key (domain, mode)
);
create index taken_domains_by_account on alias.taken_domains (account_id);
create index taken_domains_by_id on alias.taken_domains (domain_id);

-- Messages with recipients in several databases that this one has taken, as long as another has not: their senders try
-- again with all recipients. A hash of the message and of its recipients here.
create table alias.taken_messages (
  hash       bytea primary key,
  created_at timestamptz not null
);
create index taken_messages_by_time on alias.taken_messages (created_at);

grant select, insert, delete on alias.keys_in_cells to waypost_alias_api;
grant select, insert, update, delete on alias.taken_addresses, alias.taken_domains to waypost_alias_api;
grant select, insert, update on alias.taken_addresses to waypost_alias_mail;
grant select, insert, update, delete on alias.taken_domains to waypost_alias_mail;
grant select on alias.subdomain_names to waypost_alias_mail;
grant select, insert, delete on alias.taken_messages to waypost_alias_mail;
