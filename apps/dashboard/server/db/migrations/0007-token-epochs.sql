-- Counts up whenever an account ends all JWTs that it has given: each carries the epoch that it was signed in.
alter table accounts.accounts add column token_epoch integer not null default 0;
alter table accounts.closed_accounts add column token_epoch integer not null default 0;
grant update (token_epoch) on accounts.accounts to waypost_dashboard;

-- What a service is still to be told: to refuse JWTs of earlier epochs and, with `hold`, to switch off what the account
-- has made there. It outlives the account.
create table accounts.token_revocations (
  account_id uuid not null,
  service    text not null,
  epoch      integer not null,
  hold       boolean not null,
  -- When the service is told next; set anew, and later, before each attempt.
  attempt_at timestamptz not null,
  attempts   integer not null default 0,
  primary key (account_id, service),
  constraint a_service_is_one_of check (service in ('automation', 'alias'))
);
create index token_revocations_by_attempt on accounts.token_revocations (attempt_at);

grant select, insert, delete, update (epoch, hold, attempt_at, attempts)
  on accounts.token_revocations to waypost_dashboard;
