-- Accounts that are gone, as far as the services have something of them still: nothing but the id is left here.
create table accounts.closed_accounts (
  id         uuid primary key,
  closed_at  timestamptz not null,
  -- When the services are asked next; set anew, and later, before each attempt.
  attempt_at timestamptz not null,
  attempts   integer not null
);
create index closed_accounts_by_attempt on accounts.closed_accounts (attempt_at);

grant select, insert, update (attempt_at, attempts), delete on accounts.closed_accounts to waypost_dashboard;
