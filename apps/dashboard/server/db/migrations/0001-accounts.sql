create table accounts.accounts (
  id            uuid primary key,
  email         text not null,
  -- argon2id in PHC form: salt and parameters are in it.
  password_hash text not null,
  created_at    timestamptz not null,
  constraint one_account_per_email unique (email),
  constraint emails_are_lower_case check (email = lower(email))
);

-- Every refresh token that was ever handed out and has not expired: a used one must still be known when it comes back.
create table accounts.refresh_tokens (
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash bytea primary key,
  account_id uuid not null references accounts.accounts on delete cascade,
  -- All that descend from one login. One of them coming back a second time ends them all.
  family_id  uuid not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_tokens_by_account on accounts.refresh_tokens (account_id);
create index refresh_tokens_by_family on accounts.refresh_tokens (family_id);
create index refresh_tokens_by_expiry on accounts.refresh_tokens (expires_at);

create table accounts.signing_keys (
  -- RFC 7638 thumbprint of the public key.
  kid                text primary key,
  -- AES-256-GCM over PKCS #8, opened only to sign.
  sealed_private_key text not null,
  public_jwk         jsonb not null,
  created_at         timestamptz not null,
  -- Set by an operator: from then on the key neither signs nor verifies, and a new one is made when one is needed.
  retired_at         timestamptz
);

-- How often something was tried within a window of time. A row past its end counts as absent.
create table accounts.attempts (
  limit_name text not null,
  -- Whom the limit is about: an e-mail, a client's address, or both.
  subject    text not null,
  used       integer not null,
  ends_at    timestamptz not null,
  primary key (limit_name, subject),
  constraint attempts_are_counted_from_zero check (used >= 0)
);
create index attempts_by_end on accounts.attempts (ends_at);

grant usage on schema accounts to waypost_dashboard;
grant select, insert on accounts.accounts to waypost_dashboard;
grant select, insert, update (used_at), delete on accounts.refresh_tokens to waypost_dashboard;
-- Retiring a key is the operator's.
grant select, insert on accounts.signing_keys to waypost_dashboard;
grant select, insert, update (used, ends_at), delete on accounts.attempts to waypost_dashboard;
