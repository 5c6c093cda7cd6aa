-- The kinds of e-mails that an account does not want. A kind without a row is sent.
create table accounts.notification_opt_outs (
  account_id uuid not null references accounts.accounts on delete cascade,
  kind       text not null,
  created_at timestamptz not null,
  primary key (account_id, kind)
);

grant select, insert, delete on accounts.notification_opt_outs to waypost_dashboard;
