-- Domains of the operator's, on which addresses can be had.
create table alias.platform_domains (
  id         uuid primary key,
  domain     text not null,
  -- Who may choose it.
  plans      text[] not null,
  -- The first that a plan may choose is its default.
  position   integer not null,
  -- Gives out no more addresses; those that it has stay.
  retired_at timestamptz,
  created_at timestamptz not null,
  constraint a_platform_domain_is_there_once unique (domain)
);

create table alias.domains (
  id                 uuid primary key,
  owner_id           text not null,
  -- In A-labels and lower case.
  domain             text not null,
  status             text not null default 'pending',
  -- What the TXT record must say.
  verification_token text not null,
  verified_at        timestamptz,
  created_at         timestamptz not null,
  constraint an_owner_has_a_domain_once unique (owner_id, domain),
  constraint a_domain_is_one_of check (status in ('pending', 'verified'))
);
create unique index one_verified_owner_per_domain on alias.domains (domain) where status = 'verified';

create table alias.forwarding_addresses (
  id          uuid primary key,
  owner_id    text not null,
  email       text not null,
  verified_at timestamptz,
  created_at  timestamptz not null,
  constraint an_owner_has_a_forwarding_address_once unique (owner_id, email)
);
create index forwarding_addresses_by_owner on alias.forwarding_addresses (owner_id, id desc);

create table alias.addresses (
  id         uuid primary key,
  owner_id   text not null,
  -- Lower case.
  address    text not null,
  domain     text not null,
  -- Set where the domain is the owner's own. No foreign key: the address outlives the domain, and receives no more.
  domain_id  uuid,
  label      text,
  -- False while its owner has paused it.
  is_active  boolean not null default true,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the expiry has been published, which is a moment later.
  expired_at timestamptz,
  constraint an_address_is_there_once unique (address)
);
create index addresses_by_owner on alias.addresses (owner_id, id desc);
create index active_addresses_by_owner on alias.addresses (owner_id, id desc) where expired_at is null;
create index expired_addresses_by_owner on alias.addresses (owner_id, id desc) where expired_at is not null;
-- What has expired this moment and is not published yet.
create index due_addresses_by_owner on alias.addresses (owner_id, expires_at) where expired_at is null;
create index addresses_by_domain on alias.addresses (domain_id) where domain_id is not null;
create index next_address_to_expire on alias.addresses (expires_at, id) where expired_at is null;

-- Counting would be slow where there are many.
create table alias.address_counts (
  owner_id text primary key,
  -- Ever; deleting one does not take it away.
  created  bigint not null default 0,
  existing bigint not null default 0,
  -- Of the existing ones, those with `expired_at`.
  expired  bigint not null default 0
) with (fillfactor = 50);

-- At most one for each address.
create table alias.forwarding_rules (
  address_id     uuid primary key references alias.addresses on delete cascade,
  id             uuid not null,
  owner_id       text not null,
  -- Null where forwarding was disabled, and the filters stay.
  forward_to_id  uuid references alias.forwarding_addresses on delete cascade,
  filter_sender  text,
  filter_subject text,
  is_active      boolean not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  constraint active_means_somewhere check (not is_active or forward_to_id is not null)
);
create index forwarding_rules_by_destination on alias.forwarding_rules (forward_to_id);

grant select, insert, update on alias.platform_domains to waypost_alias_api;
grant select, insert, update, delete on alias.domains, alias.forwarding_addresses, alias.forwarding_rules,
  alias.addresses to waypost_alias_api;
grant select, insert, update on alias.address_counts to waypost_alias_api;
grant select on alias.platform_domains, alias.domains, alias.forwarding_addresses, alias.forwarding_rules,
  alias.addresses to waypost_alias_mail;
