-- What the issuer of the JWTs, which knows confirmed addresses, has yet to mail to owners. While it does, a notice is claimed.
-- Told ones stay for some days, so that nobody is told the same again and again.
create table alias.notices (
  id            uuid primary key,
  account_id    text not null,
  kind          text not null,
  -- What it is about: the id of a webhook or a domain, or the name of a limit.
  about         text not null,
  data          jsonb not null,
  created_at    timestamptz not null,
  claimed_until timestamptz,
  told_at       timestamptz
);
create index notices_by_account on alias.notices (account_id, kind, created_at);
create index notices_to_tell on alias.notices (created_at) where told_at is null;

-- When the issuer claimed notices last. An issuer that never does leaves it to this service to mail owners itself.
create table alias.notice_claims (
  is_only    boolean primary key default true check (is_only),
  claimed_at timestamptz not null
);

grant select, insert, update, delete on alias.notices to waypost_alias_api;
grant select, insert, update on alias.notice_claims to waypost_alias_api;
grant select, insert on alias.notices to waypost_alias_mail;
grant select on alias.notice_claims to waypost_alias_mail;
