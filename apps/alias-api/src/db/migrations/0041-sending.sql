alter table alias.accounts
  -- As the last JWT with the account's e-mail said; null where none said it.
  add column email_verified         boolean,
  -- Set by an operator, who alone takes it back.
  add column suspended_at           timestamptz,
  add column suspended_reason       text,
  -- Set when too much of what the account sent came back.
  add column sending_stopped_at     timestamptz,
  add column sending_stopped_reason text;
grant update (sending_stopped_at, sending_stopped_reason) on alias.accounts to waypost_alias_mail;

-- Outbound messages that wait because their account may not send: no job of the queue names them.
create table alias.held_outbound (
  outbound_id uuid primary key,
  account_id  text not null,
  held_at     timestamptz not null default now()
);
create index held_outbound_by_account on alias.held_outbound (account_id);
grant select, insert, delete on alias.held_outbound to waypost_alias_mail;

alter table alias.return_paths
  -- Of a sent email: who sent it, also when the email is gone. Null for a forward.
  add column account_id    text,
  -- A report counts once for each email, whoever sends it how often.
  add column bounced_at    timestamptz,
  add column complained_at timestamptz;
grant update (bounced_at, complained_at) on alias.return_paths to waypost_alias_mail;
