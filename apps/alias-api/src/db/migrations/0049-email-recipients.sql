-- The recipients of an email that has several; an email to one has its status alone.
create table alias.email_recipients (
  email_id uuid not null references alias.emails on delete cascade,
  number   integer not null,
  kind     text not null,
  address  text not null,
  status   text not null default 'queued',
  reason   text,
  primary key (email_id, number),
  constraint a_recipient_is_one_of check (kind in ('to', 'cc', 'bcc')),
  constraint the_mail_to_a_recipient_is_one_of check (status in ('queued', 'sent', 'bounced', 'failed'))
);
-- Which of them an outbound message is for, and a bounce comes from; null where there is one.
alter table alias.outbound_messages add column recipient integer;
alter table alias.return_paths add column recipient integer;

grant select, insert on alias.email_recipients to waypost_alias_api;
grant select on alias.email_recipients to waypost_alias_mail;
grant update (status, reason) on alias.email_recipients to waypost_alias_mail;
