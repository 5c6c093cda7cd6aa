-- Mail that waits to leave; its row is gone when it has left, or never will.
create table alias.departures (
  id         uuid primary key,
  owner_id   text not null,
  -- The sent email that it is; null where the message is nobody's email and goes with the row.
  email_id   uuid,
  message_id uuid not null,
  mail_from  text not null,
  rcpt_to    text not null,
  attempts   integer not null default 0,
  -- What the last attempt was refused with.
  last_error text,
  queued_at  timestamptz not null
);

-- In development: what would have left.
create table alias.caught_mail (
  id         uuid primary key,
  mail_from  text not null,
  rcpt_to    text not null,
  content    bytea not null,
  created_at timestamptz not null
);

alter table alias.emails add status_reason text;
-- allow blocking-constraint: from before the first release, when no replica ran.
alter table alias.emails add constraint only_what_did_not_arrive_has_a_reason
  check (status_reason is null or status in ('bounced', 'failed'));

grant select, insert, update, delete on alias.departures to waypost_alias_mail;
grant insert on alias.departures to waypost_alias_api;
grant select, insert, delete on alias.caught_mail to waypost_alias_mail;
grant select on alias.caught_mail to waypost_alias_api;
