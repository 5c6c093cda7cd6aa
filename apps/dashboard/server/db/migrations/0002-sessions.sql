-- The sign-ins of browsers: a cookie each.
create table accounts.sessions (
  id                  uuid primary key,
  account_id          uuid not null references accounts.accounts on delete cascade,
  -- SHA-256 of what the cookie holds; the cookie itself is nowhere.
  token_hash          bytea not null,
  -- The cookie's last one, which is good until its successor has come back: an answer may be lost on its way.
  previous_token_hash bytea,
  rotated_at          timestamptz not null,
  -- When the successor came back first. From then on the last one is in the hands of a thief, or was.
  token_seen_at       timestamptz,
  created_at          timestamptz not null,
  last_seen_at        timestamptz not null,
  expires_at          timestamptz not null,
  ip                  text not null,
  user_agent          text not null,
  constraint one_session_per_token unique (token_hash),
  constraint one_session_per_previous_token unique (previous_token_hash)
);
create index sessions_by_account on accounts.sessions (account_id, id);
create index sessions_by_expiry on accounts.sessions (expires_at);

grant select, insert, delete,
  update (token_hash, previous_token_hash, rotated_at, token_seen_at, last_seen_at, expires_at)
  on accounts.sessions to waypost_dashboard;
-- Passwords are forgotten, and accounts deleted. Who may change a row may also lock it.
grant update (password_hash), delete on accounts.accounts to waypost_dashboard;
