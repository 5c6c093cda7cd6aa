-- What the service knows of accounts, which are at home with the issuer of the JWTs.
create table automation.accounts (
  id          text primary key,
  -- JWTs of an earlier epoch are refused.
  token_epoch integer not null default 0,
  -- The epoch that last put keys and webhooks on hold: a request for it that comes twice does it once.
  hold_epoch  integer not null default 0
);
grant select, insert, update on automation.accounts to waypost_automation_api;

-- Set while a key is off until its owner has confirmed it; it is inactive as well, for processes that know no hold.
alter table automation.api_keys add column held_at timestamptz;
