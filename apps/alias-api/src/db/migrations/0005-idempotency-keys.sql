-- The first answer to each Idempotency-Key, kept for a day.
create table alias.idempotency_keys (
  owner_id    text not null,
  key         text not null,
  -- SHA-256 of the request: the same key with another one is a mistake.
  fingerprint bytea not null,
  status_code integer,
  -- Sealed, because an answer may hold a secret that is shown once. Null only inside the transaction that makes it.
  sealed_body text,
  created_at  timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_keys_by_age on alias.idempotency_keys (created_at);

grant select, insert, update, delete on alias.idempotency_keys to waypost_alias_api;
