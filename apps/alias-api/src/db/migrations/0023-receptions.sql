-- What was said to servers that wanted to hand over mail for an alias, for its owner to see why some did not arrive.
create table alias.receptions (
  id          uuid primary key,
  address_id  uuid not null references alias.addresses on delete cascade,
  is_accepted boolean not null,
  -- The answer, with its codes.
  answer      text not null,
  mail_from   text not null,
  client_ip   text not null,
  client_name text not null,
  created_at  timestamptz not null
);
create index receptions_by_address on alias.receptions (address_id, id desc);
create index receptions_by_age on alias.receptions (created_at);

grant select on alias.receptions to waypost_alias_api;
grant select, insert, delete on alias.receptions to waypost_alias_mail;
