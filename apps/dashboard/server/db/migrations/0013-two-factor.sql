-- The authenticator apps that accounts ask for after the password, one for each account.
create table accounts.totp_factors (
  account_id     uuid primary key references accounts.accounts on delete cascade,
  -- AES-256-GCM over the key in base32, opened only to check a code.
  sealed_secret  text not null,
  created_at     timestamptz not null,
  -- Null until a code has shown that the app has the key. Until then nobody is asked for one.
  confirmed_at   timestamptz,
  -- The time step of the last code that was accepted (RFC 6238, 5.2): neither it nor an earlier one is accepted again.
  last_time_step bigint not null default -1
);
create index totp_factors_to_confirm on accounts.totp_factors (created_at) where confirmed_at is null;

-- What replaces the app when it is lost. A code that was used has no row.
create table accounts.recovery_codes (
  account_id uuid not null references accounts.totp_factors on delete cascade,
  -- SHA-256 of the code; the code itself is nowhere.
  code_hash  bytea not null,
  primary key (account_id, code_hash)
);

grant select, insert, update (sealed_secret, created_at, confirmed_at, last_time_step), delete
  on accounts.totp_factors to waypost_dashboard;
grant select, insert, delete on accounts.recovery_codes to waypost_dashboard;
