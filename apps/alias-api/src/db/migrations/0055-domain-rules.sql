-- What becomes of mail to a name that has no alias yet on a domain of an owner's own: the first active rule that matches
-- the name makes the alias.
create table alias.domain_rules (
  id                 uuid primary key,
  owner_id           text not null,
  domain_id          uuid not null references alias.domains on delete cascade,
  -- The first is 1. Whoever changes it has locked the domain.
  position           integer not null,
  match_type         text not null,
  match_value        text,
  -- What the aliases begin with.
  label              text,
  -- The rule outlives the mailbox, and its aliases keep their mail.
  forward_to_id      uuid references alias.forwarding_addresses on delete set null,
  expires_in_seconds integer,
  is_renewed         boolean not null,
  is_active          boolean not null,
  -- Set while it is off until its owner has confirmed it.
  held_at            timestamptz,
  aliases_created    bigint not null default 0,
  created_at         timestamptz not null,
  constraint a_domain_rule_matches_by check (match_type in ('any', 'prefix', 'regex')),
  constraint a_domain_rule_has_what_it_matches check ((match_type = 'any') = (match_value is null))
);
create index domain_rules_by_domain on alias.domain_rules (domain_id, position);
create index domain_rules_by_owner on alias.domain_rules (owner_id);
create index domain_rules_by_destination on alias.domain_rules (forward_to_id) where forward_to_id is not null;

-- The rule that made an alias. No foreign key: the alias outlives the rule.
alter table alias.addresses add column rule_id uuid;

-- How many aliases rules have made in the hour that began last. One row for each account.
create table alias.rule_hours (
  account_id text primary key,
  hour       timestamptz not null,
  created    integer not null
) with (fillfactor = 50);

alter table alias.plan_limits add column addresses_by_rule_per_hour integer not null default 100;
alter table alias.account_limits add column addresses_by_rule_per_hour integer;

-- Names of deleted aliases on domains of owners' own. No rule makes them again, since whoever deleted an alias wants no
-- more mail to it. Only their hashes: what is deleted leaves no list of what was there.
create table alias.deleted_names (
  owner_id     text not null,
  address_hash bytea not null,
  primary key (owner_id, address_hash)
);
create function alias.record_deleted_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into alias.deleted_names (owner_id, address_hash)
  select owner_id, sha256(convert_to(address, 'UTF8')) from deleted where domain_id is not null
  order by 1, 2 on conflict do nothing;
  return null;
end
$$;
-- A trigger, since replicas of the version before delete aliases too.
create trigger record_deleted_names after delete on alias.addresses
  referencing old table as deleted for each statement execute function alias.record_deleted_names();

grant select, insert, update, delete on alias.domain_rules to waypost_alias_api;
grant select on alias.rule_hours to waypost_alias_api;
grant select on alias.domain_rules, alias.deleted_names to waypost_alias_mail;
grant update (aliases_created) on alias.domain_rules to waypost_alias_mail;
grant select, insert, update on alias.rule_hours, alias.address_counts to waypost_alias_mail;
grant insert on alias.addresses, alias.forwarding_rules to waypost_alias_mail;
