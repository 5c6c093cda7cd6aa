-- Every request of somebody who was known. A change is recorded in its own transaction, everything else a moment later.
create table alias.audit_logs (
  id          uuid primary key,
  owner_id    text not null,
  action      text not null,
  method      text not null,
  -- Without the query.
  path        text not null,
  status_code integer not null,
  -- Null for a person who was signed in. No foreign key: the log outlives the key.
  key_id      uuid,
  ip          text not null,
  created_at  timestamptz not null
);
create index audit_logs_by_owner on alias.audit_logs (owner_id, id desc);

-- Counting would be slow where there are many.
create table alias.audit_log_counts (
  owner_id text primary key,
  total    bigint not null
) with (fillfactor = 50);

grant select, insert on alias.audit_logs to waypost_alias_api;
grant select, insert, update on alias.audit_log_counts to waypost_alias_api;
