-- The passkeys of accounts (WebAuthn credentials), with which a browser signs in without a password.
create table accounts.passkeys (
  id            uuid primary key,
  account_id    uuid not null references accounts.accounts on delete cascade,
  name          text not null,
  -- As authenticators call it, in base64url.
  credential_id text not null,
  -- COSE, RFC 9053. The private key is in the authenticator alone.
  public_key    bytea not null,
  -- Of the authenticator's signatures, or 0 where it counts none: a lower one is of a copy, and is refused.
  counter       bigint not null,
  -- How browsers may reach it: usb, internal, hybrid …
  transports    text[] not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create unique index passkeys_belong_to_one_account on accounts.passkeys (credential_id);
create index passkeys_by_account on accounts.passkeys (account_id);

-- What a passkey has to sign. Each row is deleted when it is used, whatever comes of it.
create table accounts.passkey_challenges (
  challenge  bytea primary key,
  purpose    text not null,
  -- Null for a sign-in without a password: the passkey says whose it is.
  account_id uuid references accounts.accounts on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on accounts.passkey_challenges (expires_at);
create index passkey_challenges_by_account on accounts.passkey_challenges (account_id);

grant select, insert, update (counter, last_used_at), delete on accounts.passkeys to waypost_dashboard;
grant select, insert, delete on accounts.passkey_challenges to waypost_dashboard;
