-- The browsers in which somebody has signed in to an account: a cookie each, which stays when they sign out. A sign-in in
-- any other browser is told to the owner.
create table accounts.known_browsers (
  account_id uuid not null references accounts.accounts on delete cascade,
  -- SHA-256 of the cookie; the cookie itself is nowhere.
  token_hash bytea not null,
  created_at timestamptz not null,
  -- A year after the last sign-in.
  expires_at timestamptz not null,
  primary key (account_id, token_hash)
);
create index known_browsers_by_expiry on accounts.known_browsers (expires_at);

grant select, insert, update (created_at, expires_at), delete on accounts.known_browsers to waypost_dashboard;
