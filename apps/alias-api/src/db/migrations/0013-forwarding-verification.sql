alter table alias.forwarding_addresses
  -- SHA-256 of the token in the last link that was sent; the token itself is in the mail alone. Null once it was used.
  add column token_hash       bytea,
  add column token_expires_at timestamptz;
-- allow blocking-index: from before the first release, when no replica ran.
create unique index one_forwarding_address_per_link on alias.forwarding_addresses (token_hash)
  where token_hash is not null;

-- Links that were sent within a day, so that nobody can have somebody's mailbox filled with them.
create table alias.verification_mails (
  id       uuid primary key,
  owner_id text not null,
  email    text not null,
  sent_at  timestamptz not null
);
create index verification_mails_by_owner on alias.verification_mails (owner_id, sent_at);
create index verification_mails_by_mailbox on alias.verification_mails (email, sent_at);
create index verification_mails_by_age on alias.verification_mails (sent_at);

grant select, insert, delete on alias.verification_mails to waypost_alias_api;
