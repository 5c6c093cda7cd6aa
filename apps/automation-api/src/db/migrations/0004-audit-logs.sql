-- Who did what, on which resource, from where, and with which result. A change is recorded in its own transaction.
create table automation.audit_logs (
  id            uuid primary key,
  owner_id      text not null,
  action        text not null,
  resource_type text,
  resource_id   uuid,
  -- Null for a person who was signed in. No foreign key: the log outlives the key.
  key_id        uuid,
  ip            text not null,
  result        text not null,
  -- Of a refusal.
  method        text,
  path          text,
  status_code   integer,
  created_at    timestamptz not null,
  constraint a_result_is_one_of check (result in ('success', 'refused'))
);
create index audit_logs_by_owner on automation.audit_logs (owner_id, id desc);
create index audit_logs_by_action on automation.audit_logs (owner_id, action, id desc);
create index audit_logs_by_resource on automation.audit_logs (owner_id, resource_id, id desc);

grant select, insert on automation.audit_logs to waypost_automation_api;
