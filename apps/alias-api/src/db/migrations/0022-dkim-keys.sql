-- What mail of a domain is signed with (RFC 6376). A domain has two for the time in which it goes from one to the next.
create table alias.dkim_keys (
  id               uuid primary key,
  domain           text not null,
  -- Null for a domain of the operator's. Whoever has a domain later has keys of his own.
  custom_domain_id uuid references alias.domains on delete cascade,
  -- `wp1`, `wp2`, …
  number           integer not null,
  -- PKCS 8 in PEM, sealed.
  sealed_key       text not null,
  -- SubjectPublicKeyInfo in base64, as DNS has it.
  public_key       text not null,
  created_at       timestamptz not null,
  -- When DNS had it first; nothing is signed with one that nobody can look up.
  published_at     timestamptz,
  next_check_at    timestamptz not null,
  constraint a_key_of_a_domain_has_its_number unique nulls not distinct (domain, custom_domain_id, number)
);
create index dkim_keys_by_custom_domain on alias.dkim_keys (custom_domain_id) where custom_domain_id is not null;
create index next_dkim_key_to_check on alias.dkim_keys (next_check_at);

-- The domain that a message is signed by when it leaves.
alter table alias.departures add column signed_by text;

grant select, insert on alias.dkim_keys to waypost_alias_api;
grant select, insert, update, delete on alias.dkim_keys to waypost_alias_mail;
