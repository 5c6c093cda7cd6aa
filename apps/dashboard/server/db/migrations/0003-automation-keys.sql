-- The key of a sign-in: the automation service's public API takes nothing else. A session that ends leaves its row
-- behind, by which the key is then deleted where it is good for something.
create table accounts.automation_keys (
  session_id uuid primary key,
  account_id uuid not null references accounts.accounts on delete cascade,
  -- The service's own id of it.
  key_id     text not null,
  -- AES-256-GCM, opened only to be sent.
  sealed_key text not null,
  expires_at timestamptz not null
);
create index automation_keys_by_account on accounts.automation_keys (account_id);

grant select, insert, update (key_id, sealed_key, expires_at), delete
  on accounts.automation_keys to waypost_dashboard;
