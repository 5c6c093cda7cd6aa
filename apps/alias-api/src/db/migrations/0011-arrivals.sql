-- What has been answered 250 and is not listed yet. One email for each alias that a message was accepted for.
-- No foreign keys: an alias that is deleted meanwhile must not wait for whoever is reading its mail, nor the other way.
create table alias.arrivals (
  email_id   uuid primary key,
  message_id uuid not null,
  address_id uuid not null
);
create index arrivals_by_message on alias.arrivals (message_id);

grant select, insert, delete on alias.arrivals to waypost_alias_mail;
grant delete on alias.messages to waypost_alias_mail;
